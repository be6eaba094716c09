/** Records get another owner, by who keeps them (rule W69). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { mostOwners, type recordPoolApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { makeReminder } from "../../reminders/index.ts";
import { findForm, type FormRow } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "../records/buttons.ts";
import { findRecords, type RecordRow } from "../records/repository.ts";
import { everything, poolScope, scopeOf } from "../records/scope.ts";
import { byForm, tell } from "./moving.ts";
import { ownersWithin, type OwnerRow } from "./owners-repository.ts";
import { findPool, lockClaims, ownedBy, setOwner } from "./repository.ts";

type Api = typeof recordPoolApi;

export async function owners(
  { ports, auth }: FormsDeps,
  { compId: named, name = "", ownerId }: BodyOf<Api["owners"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["owners"]>> {
  const compId = compOf(caller, named);
  const find = { id: ownerId || undefined, text: name.trim(), limit: mostOwners };
  const rows = await ports.database.tenant(compId, async (trx) =>
    ownersWithin(trx, compId, await scopeOf(auth, trx, compId, caller), find),
  );
  return rows.map(({ ownerId, name, agentId }) => ({ ownerId, name, agentId: agentId ?? "" }));
}

/** Nobody gets more of a form than its pool allows. */
async function checkLimit(trx: Trx, compId: string, formId: string, { ownerId, name }: OwnerRow, more: number) {
  const pool = await findPool(trx, compId, formId);
  if (pool?.enabled !== 1 || pool.claimLimit === 0) return;
  const owned = await ownedBy(trx, compId, formId, ownerId);
  if (owned + more <= pool.claimLimit) return;
  const left = Math.max(0, pool.claimLimit - owned);
  throw new AppError("refused", `每人最多拥有${pool.claimLimit}条，还可以给${name}分配${left}条`);
}

/** The new owner hears of it, unless he did it himself. */
async function remind(
  { ports }: FormsDeps,
  trx: Trx,
  compId: string,
  { form, ids, owner }: { readonly form: FormRow; readonly ids: readonly string[]; readonly owner: OwnerRow },
  { caller }: RequestContext,
): Promise<void> {
  if (owner.ownerId === caller.userId) return;
  const now = ports.clock.now();
  const content = {
    des: `${form.name}：${ids.length}条数据分配给您`,
    remarks: `由${caller.nickName}分配`,
    subTime: formatTime(now),
    records: { formType: form.formType, formId: form.id, id: ids.length === 1 ? (ids[0] ?? "") : "" },
  };
  await makeReminder(trx, {
    ...{ compId, to: { accountIds: [owner.ownerId] }, key: `assigned/${ports.random.id()}`, dueAt: new Date(now) },
    message: { type: "PLANSREMIND", content },
  });
}

/** Those within the data scope, and of the pool that one sees. */
async function seen(
  { auth }: FormsDeps,
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { caller }: RequestContext,
): Promise<readonly RecordRow[]> {
  const own = await findRecords(trx, compId, ids, { scope: await scopeOf(auth, trx, compId, caller) });
  const free = await findRecords(trx, compId, ids, { scope: await poolScope(auth, trx, compId, caller) });
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...free.filter(({ id }) => !known.has(id))];
}

export async function assign(
  deps: FormsDeps,
  { ids, ownerId, compId: named }: BodyOf<Api["assign"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["assign"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const found = byForm(await seen(deps, trx, compId, ids, context));
    if (found.size === 0) throw new AppError("notFound");
    for (const [formId, records] of found) {
      if (records.some(({ orderId }) => orderId)) throw new AppError("refused", "工单的处理人请在工单中转交或指派");
      const form = (await findForm(trx, compId, formId)) as FormRow;
      await checkPress(deps.auth, caller, form.formType, "assign", trx);
    }
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const [owner] = await ownersWithin(trx, compId, scope, { id: ownerId, limit: 1 });
    if (!owner) throw fieldRefusal("ownerId", "负责人", "负责人不存在、已停用或不在您的管理范围内");
    // As claims do: of two at once the second counts what the first gave.
    for (const formId of found.keys()) await lockClaims(trx, compId, formId, ownerId);
    // All in one order: two who give the same records wait for each other and no more.
    await findRecords(trx, compId, ids, { scope: everything, lock: true });
    const held = byForm(await seen(deps, trx, compId, ids, context));
    let count = 0;
    for (const [formId, records] of held) {
      // What came into sight meanwhile: nobody asked for its form whether he may.
      if (!found.has(formId)) continue;
      const form = (await findForm(trx, compId, formId)) as FormRow;
      const others = records.filter((record) => record.ownerId !== ownerId);
      if (others.length === 0) continue;
      await checkLimit(trx, compId, formId, owner, others.length);
      const { name: ownerName, groupId } = owner;
      const moved = others.map(({ id }) => id);
      await setOwner(trx, compId, moved, { ownerId, ownerName, groupId }, new Date(deps.ports.clock.now()));
      await tell(deps, trx, compId, others, { action: "assign", after: ownerName }, context);
      await remind(deps, trx, compId, { form, ids: moved, owner }, context);
      count += others.length;
    }
    if (count === 0) throw new AppError("refused", `所选数据的负责人已是${owner.name}`);
    return { count };
  });
}
