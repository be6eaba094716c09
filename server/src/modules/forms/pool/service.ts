/** The pool: records without an owner are claimed, one winner of many, and given back (rule F75). */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordPoolApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm, lockForm, type FormRow } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress, mayDoTo } from "../records/buttons.ts";
import { findRecords } from "../records/repository.ts";
import { poolScope, scopeOf } from "../records/scope.ts";
import { byForm, poolName, tell } from "./moving.ts";
import { findPool, lockClaims, ownedBy, putPool, setOwner } from "./repository.ts";

type Api = typeof recordPoolApi;

const closed = { enabled: 0, claimLimit: 0, returnDays: 0, warnDays: 3 } as const;

export async function setting(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["setting"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["setting"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const form = await findForm(trx, compId, formId);
    if (!form) throw new AppError("notFound", "表单不存在或已被删除");
    const { enabled, claimLimit, returnDays, warnDays } = (await findPool(trx, compId, formId)) ?? closed;
    return {
      enabled,
      claimLimit,
      returnDays,
      warnDays,
      mayChange: await mayDoTo(deps.auth, caller, form.formType, "pool", trx),
    };
  });
}

export async function saveSetting(
  deps: FormsDeps,
  { formId, compId: named, ...given }: BodyOf<Api["saveSetting"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, audit, auth } = deps;
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, async (trx) => {
    const form = await lockForm(trx, compId, formId);
    if (!form) throw new AppError("notFound", "表单不存在或已被删除");
    if (form.formType === "workOrder") throw new AppError("refused", "工单没有公海");
    await checkPress(auth, context.caller, form.formType, "pool", trx);
    const { enabled, claimLimit, returnDays, warnDays } = given;
    const row = { enabled, claimLimit, returnDays, warnDays };
    const {
      compId: _,
      formId: _f,
      lookAt: _l,
      ...before
    } = (await findPool(trx, compId, formId)) ?? {
      ...{ compId, formId, lookAt: null, ...closed },
    };
    await putPool(trx, { compId, formId, ...row, lookAt: new Date(ports.clock.now()) });
    await audit.write(trx, context, {
      ...{ compId, object: "recordPool", action: "update", id: formId, name: form.name, before, after: row },
    });
  });
  return null;
}

async function openForm(deps: FormsDeps, trx: Trx, compId: string, formId: string, { caller }: RequestContext) {
  const form = (await findForm(trx, compId, formId)) as FormRow;
  await checkPress(deps.auth, caller, form.formType, "claim", trx);
  const pool = await findPool(trx, compId, formId);
  if (pool?.enabled !== 1) throw new AppError("refused", "该表单没有启用公海");
  return pool;
}

export async function claim(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["claim"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["claim"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  const { userId: ownerId, nickName: ownerName, groupId } = caller;
  const now = new Date(deps.ports.clock.now());
  return deps.ports.database.tenant(compId, async (trx) => {
    const scope = await poolScope(deps.auth, trx, compId, caller);
    const seen = byForm(await findRecords(trx, compId, ids, { scope }));
    for (const formId of seen.keys()) await lockClaims(trx, compId, formId, ownerId);
    let count = 0;
    for (const [formId, asked] of seen) {
      const { claimLimit } = await openForm(deps, trx, compId, formId, context);
      // Held: whoever waited for another finds none of those that he took.
      const wanted = asked.map(({ id }) => id);
      const free = await findRecords(trx, compId, wanted, { scope, lock: true });
      const owned = claimLimit > 0 ? await ownedBy(trx, compId, formId, ownerId) : 0;
      if (claimLimit > 0 && owned + free.length > claimLimit)
        throw new AppError("refused", `每人最多拥有${claimLimit}条，您还可以领取${Math.max(0, claimLimit - owned)}条`);
      if (free.length === 0) continue;
      await setOwner(
        trx,
        compId,
        free.map(({ id }) => id),
        { ownerId, ownerName, groupId },
        now,
      );
      await tell(deps, trx, compId, free, { action: "claim", after: ownerName }, context);
      count += free.length;
    }
    if (count === 0) throw new AppError("refused", "已被他人领取，或已不在公海");
    return { count };
  });
}

/** One's own, or with the right to the pool any within the data scope. */
export async function giveBack(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["giveBack"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["giveBack"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const records = (await findRecords(trx, compId, ids, { scope, lock: true })).filter(
      ({ ownerId }) => ownerId !== "",
    );
    if (records.length === 0) throw new AppError("notFound");
    for (const [formId, own] of byForm(records)) {
      const form = (await findForm(trx, compId, formId)) as FormRow;
      await openForm(deps, trx, compId, formId, context);
      const others = own.some(({ ownerId }) => ownerId !== caller.userId);
      if (others) await checkPress(deps.auth, caller, form.formType, "pool", trx);
    }
    await setOwner(
      trx,
      compId,
      records.map(({ id }) => id),
      { ownerId: "", ownerName: "" },
      null,
    );
    await tell(deps, trx, compId, records, { action: "giveBack", after: poolName }, context);
    return { count: records.length };
  });
}
