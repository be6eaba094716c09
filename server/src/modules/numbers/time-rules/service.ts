/** 时间规则: kept as a whole, changed from the next call on, not deleted while an access number follows it. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { timeRuleApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { type Audit, writeDeleted } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import {
  deleteTimeRules,
  findByName,
  insertTimeRule,
  listTimeRules,
  listUses,
  lockTimeRules,
  updateTimeRule,
  type TimeRuleRow,
} from "./repository.ts";
import { statutoryDays } from "./statutory.ts";

type Body<N extends keyof typeof timeRuleApi> = BodyOf<(typeof timeRuleApi)[N]>;

export interface TimeRulesDeps {
  readonly database: Ports["database"];
  readonly random: Ports["random"];
  readonly audit: Audit;
}

const sameName = () => fieldRefusal("name", "规则名称", "规则名称已存在");

const byDate = <T extends { readonly date: string }>(days: readonly T[]): T[] =>
  [...days].sort((a, b) => (a.date < b.date ? -1 : 1));

const columns = ({ name, remark, weekly, holidays, specials }: Body<"add">) => ({
  name,
  remark,
  weekly: JSON.stringify(weekly),
  holidays: JSON.stringify(byDate(holidays)),
  specials: JSON.stringify(byDate(specials)),
});

const audited = ({
  name,
  remark,
  weekly,
  holidays,
  specials,
}: Pick<TimeRuleRow, "name" | "remark" | "weekly" | "holidays" | "specials">) => ({
  name,
  remark,
  weekly,
  holidays,
  specials,
});

async function list(deps: TimeRulesDeps, body: Body<"list">, { caller }: RequestContext) {
  const comp = compOf(caller, body.compId);
  const { rows, total } = await deps.database.tenant(comp, (trx) => listTimeRules(trx, comp, body));
  return {
    list: rows.map(({ id, usedBy, ...row }) => ({ id, ...audited(row), usedBy })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function add(deps: TimeRulesDeps, body: Body<"add">, context: RequestContext) {
  const comp = compOf(context.caller, body.compId);
  const id = deps.random.id();
  await deps.database.tenant(comp, async (trx) => {
    if (await findByName(trx, comp, body.name)) throw sameName();
    await unique(sameName(), () => insertTimeRule(trx, { compId: comp, id, ...columns(body) }));
    await deps.audit.write(trx, context, {
      compId: comp,
      action: "add",
      object: "timeRule",
      id,
      name: body.name,
      after: audited(body),
    });
  });
  return { id };
}

async function update(deps: TimeRulesDeps, body: Body<"update">, context: RequestContext): Promise<null> {
  const comp = compOf(context.caller, body.compId);
  return deps.database.tenant(comp, async (trx) => {
    const before = (await locked(trx, comp, [body.id]))[0] as TimeRuleRow;
    if (await findByName(trx, comp, body.name, body.id)) throw sameName();
    await unique(sameName(), () => updateTimeRule(trx, comp, body.id, columns(body)));
    await deps.audit.write(trx, context, {
      compId: comp,
      action: "update",
      object: "timeRule",
      id: body.id,
      name: body.name,
      before: audited(before),
      after: audited({ ...body, holidays: byDate(body.holidays), specials: byDate(body.specials) }),
    });
    return null;
  });
}

async function remove(deps: TimeRulesDeps, { compId, ids }: Body<"delete">, context: RequestContext) {
  const comp = compOf(context.caller, compId);
  return deps.database.tenant(comp, async (trx) => {
    const rows = await locked(trx, comp, ids);
    const uses = await listUses(trx, comp, ids);
    if (uses.length > 0) {
      const { name, by } = uses[0]!;
      const users = uses.filter((u) => u.name === name && u.by === by).map(({ user }) => user);
      throw new AppError("refused", `时间规则“${name}”正在使用，不能删除。使用它的${by}：${users.join("、")}`);
    }
    await deleteTimeRules(trx, comp, ids);
    await writeDeleted(deps.audit, trx, context, { compId: comp, object: "timeRule" }, rows, (row) => ({
      id: row.id,
      name: row.name,
      before: audited(row),
    }));
    return { count: rows.length };
  });
}

async function locked(trx: Trx, comp: string, ids: readonly string[]): Promise<TimeRuleRow[]> {
  const rows = await lockTimeRules(trx, comp, ids);
  if (rows.length < new Set(ids).size) throw new AppError("notFound", "时间规则不存在或已被删除");
  return rows;
}

async function statutory(deps: TimeRulesDeps, { year }: Body<"statutory">) {
  const days = statutoryDays(year);
  if (!days) throw new AppError("refused", `${year}年的法定节假日安排尚未收录，请手动设置`);
  return { year, ...days };
}

export type TimeRules = ReturnType<typeof createTimeRules>;

export const createTimeRules = (deps: TimeRulesDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, statutory });
