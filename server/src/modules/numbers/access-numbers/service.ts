/**
 * 接入号码: operators keep the numbers and give them to enterprises; an enterprise names and switches its own. What is
 * changed here is effective on the next call: the engine reads a number when it is called and never again.
 */
import { AppError, type BodyOf, dayOf, isOperator } from "@liantai/api/contract";
import type { accessNumApi } from "@liantai/api/contract/admin";
import { compListOf, compOf, installation } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { type Audit, writeDeleted } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import { auditNumber, presentNumber } from "./present.ts";
import {
  clearSetup,
  deleteNumbers,
  findEnterprise,
  findNumber,
  insertNumber,
  listNumbers,
  lockNumbers,
  updateNumber,
  type NumberRow,
} from "./repository.ts";

type Body<N extends keyof typeof accessNumApi> = BodyOf<(typeof accessNumApi)[N]>;

export interface AccessNumbersDeps {
  readonly database: Ports["database"];
  readonly clock: Ports["clock"];
  readonly audit: Audit;
}

const taken = () => fieldRefusal("number", "接入号码", "接入号码已存在");

const gone = () => new AppError("notFound", "接入号码不存在或已被删除");

/** Operators of some enterprises only have no part in the numbers that nobody has yet. */
function mayKeep(caller: Caller, row: Pick<NumberRow, "owner">): boolean {
  return row.owner === null ? caller.companies === undefined : compOf(caller, row.owner) === row.owner;
}

/** system: operators see the numbers of all enterprises they look after, and those of none. */
export function inScope<T>(deps: AccessNumbersDeps, caller: Caller, run: (trx: Trx) => Promise<T>): Promise<T> {
  return isOperator(caller) ? deps.database.system(run) : deps.database.tenant(caller.compId, run);
}

async function list(deps: AccessNumbersDeps, body: Body<"list">, { caller }: RequestContext) {
  const companies = compListOf(caller, body.compId);
  const now = deps.clock.now();
  const { rows, total } = await inScope(deps, caller, (trx) => listNumbers(trx, body, companies, dayOf(now).from));
  return { list: rows.map((row) => presentNumber(row, now)), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

async function add(
  deps: AccessNumbersDeps,
  { compId, number, title, concurrency = 0, price = 0, enabled }: Body<"add">,
  context: RequestContext,
) {
  const owner = compId ? compOf(context.caller, compId) : installation;
  if (owner === installation && context.caller.companies) throw fieldRefusal("compId", "企业", "请选择企业");
  // system: a number is unique over all enterprises.
  await deps.database.system(async (trx) => {
    if (await findNumber(trx, number)) throw taken();
    if (compId && !(await findEnterprise(trx, compId))) throw fieldRefusal("compId", "企业", "企业不存在");
    const row = {
      compId: owner,
      number,
      title,
      enabled,
      concurrency: concurrency ?? 0,
      priceMilli: Math.round((price ?? 0) * 1_000),
    };
    await unique(taken(), () => insertNumber(trx, row));
    await deps.audit.write(trx, context, {
      compId: owner,
      action: "add",
      object: "accessNum",
      id: number,
      name: title,
      after: auditNumber(row),
    });
  });
  return { id: number };
}

async function update(
  deps: AccessNumbersDeps,
  { id, title, concurrency, price, enabled }: Body<"update">,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  return inScope(deps, caller, async (trx) => {
    const [row] = await lockNumbers(trx, [id]);
    if (!row || !mayKeep(caller, row)) throw gone();
    const next = {
      title,
      enabled,
      concurrency: concurrency ?? row.concurrency,
      priceMilli: price === undefined || price === null ? row.priceMilli : Math.round(price * 1_000),
    };
    if (!isOperator(caller) && (next.concurrency !== row.concurrency || next.priceMilli !== row.priceMilli))
      throw new AppError("forbidden", "并发上限和资费由运营人员设置");
    await updateNumber(trx, id, next);
    await deps.audit.write(trx, context, {
      compId: row.compId,
      action: "update",
      object: "accessNum",
      id,
      name: title,
      before: auditNumber(row),
      after: auditNumber({ number: id, ...next }),
    });
    return null;
  });
}

async function remove(deps: AccessNumbersDeps, { ids }: Body<"delete">, context: RequestContext) {
  // system: what is deleted belongs to no enterprise any more.
  return deps.database.system(async (trx) => {
    const rows = await lockNumbers(trx, ids);
    if (rows.length < new Set(ids).size || rows.some((row) => !mayKeep(context.caller, row))) throw gone();
    const held = rows.find((row) => row.owner !== null);
    if (held) throw new AppError("refused", `号码${held.number}已分配给企业，请先收回再删除`);
    await deleteNumbers(trx, ids);
    await writeDeleted(deps.audit, trx, context, { compId: installation, object: "accessNum" }, rows, (row) => ({
      id: row.number,
      name: row.title,
      before: auditNumber(row),
    }));
    return { count: rows.length };
  });
}

/** A number changes hands only over the operator's: it is taken back, with all that was set up for it, and given again. */
export async function allocate(deps: AccessNumbersDeps, { ids, toCompId }: Body<"allocate">, context: RequestContext) {
  const to = toCompId ? compOf(context.caller, toCompId) : installation;
  // system: the number leaves one enterprise for another.
  return deps.database.system(async (trx) => {
    if (toCompId && !(await findEnterprise(trx, toCompId))) throw fieldRefusal("toCompId", "企业", "企业不存在");
    const rows = await lockNumbers(trx, ids);
    if (rows.length < new Set(ids).size) throw gone();
    const moving = rows.filter((row) => row.compId !== to);
    for (const row of moving) {
      // An operator of some enterprises may give what nobody has to one of them, and take back what one of them has.
      if (row.owner !== null) compOf(context.caller, row.owner);
      if (row.owner !== null && toCompId) throw new AppError("refused", `号码${row.number}已分配给其他企业，请先收回`);
    }
    await clearSetup(
      trx,
      moving.map((row) => row.number),
    );
    for (const row of moving) {
      await updateNumber(trx, row.number, {
        compId: to,
        isDefault: 0,
        targetKind: "none",
        targetId: "",
        greeting: "",
        greetingVoice: "",
        priorityMin: 0,
      });
      await deps.audit.write(trx, context, {
        compId: row.owner ?? to,
        action: toCompId ? "allocate" : "withdraw",
        object: "accessNum",
        id: row.number,
        name: row.title,
        before: { compId: row.owner },
        after: { compId: toCompId || null },
      });
    }
    return { count: moving.length };
  });
}

export type AccessNumbers = ReturnType<typeof createAccessNumbers>;

export const createAccessNumbers = (deps: AccessNumbersDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, allocate });
