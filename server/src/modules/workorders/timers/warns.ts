/** WorkStatusWarn: reminders of orders whose state does not change; orders that are in the state already follow at once. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { orderStates, type workStatusWarnApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { writeDeleted } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { beginStatusTimer } from "./keeping.ts";
import { deleteWarns, dropTimersOf, findTimeRule, listWarns, ordersInState, putWarn } from "./repository.ts";

type Api = typeof workStatusWarnApi;

async function list(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const rows = await ports.database.tenant(compId, (trx) => listWarns(trx, compId, body.formId));
  return rows.map(({ id, formId, state, minutes, timeRuleId, hearers, enabled }) => ({
    id,
    formId,
    state,
    minutes,
    timeRuleId,
    hearers: [...hearers],
    enabled,
  }));
}

async function saveBatch(
  { ports, audit, records }: WorkOrderDeps,
  body: BodyOf<Api["saveBatch"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const before = new Map((await listWarns(trx, compId, undefined)).map((row) => [row.id, row]));
    for (const [at, { id: asked, hearers, ...rest }] of body.list.entries()) {
      const old = asked ? before.get(asked) : undefined;
      if (asked && !old) throw new AppError("notFound", "提醒不存在或已被删除");
      if (rest.formId && !(await records.isForm(trx, compId, rest.formId)))
        throw fieldRefusal(`list[${at}].formId`, "工单表单", "工单表单不存在或已被删除");
      if (rest.timeRuleId && !(await findTimeRule(trx, compId, rest.timeRuleId)))
        throw fieldRefusal(`list[${at}].timeRuleId`, "时间规则", "时间规则不存在");
      const id = old?.id ?? ports.random.id();
      const row = { compId, id, ...rest, hearers: JSON.stringify(hearers) };
      await putWarn(trx, row);
      await dropTimersOf(trx, compId, [id]);
      if (rest.enabled === 1)
        for (const order of await ordersInState(trx, compId, rest.state, rest.formId))
          await beginStatusTimer(trx, { compId, orderId: order.id, formId: rest.formId }, row, order.stateAt.getTime());
      await audit.write(trx, context, {
        compId,
        object: "workStatusWarn",
        action: old ? "update" : "add",
        id,
        name: orderStates[rest.state],
        ...(old ? { before: { ...rest, ...pick(old, Object.keys(rest)) } } : {}),
        after: rest,
      });
    }
    return { count: body.list.length };
  });
}

const pick = (row: object, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));

async function remove(
  { ports, audit }: WorkOrderDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const gone = await deleteWarns(trx, compId, ids);
    if (gone.length === 0) throw new AppError("notFound", "提醒不存在或已被删除");
    await dropTimersOf(
      trx,
      compId,
      gone.map(({ id }) => id),
    );
    await writeDeleted(audit, trx, context, { compId, object: "workStatusWarn" }, gone, ({ id, state, minutes }) => ({
      id,
      name: orderStates[state],
      before: { state, minutes },
    }));
    return { count: gone.length };
  });
}

export const createWarns = (deps: WorkOrderDeps) => serviceOf(deps, { list, saveBatch, remove });
