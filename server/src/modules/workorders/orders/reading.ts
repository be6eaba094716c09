/** formStream: lists, one order, its history, its limits, what may be done. */
import { AppError, formatTime, parseTime, secondMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { explain, stretchText } from "@liantai/api/contract/admin";
import { commandsFor, orderCommands, type formStreamApi, type OrderRelation } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { readOrderEvents } from "../../event-log/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { namesOf } from "../people-repository.ts";
import { isTargetTimer } from "../targets/firing.ts";
import { targetsOfRows } from "../targets/listed.ts";
import { findTimeRule, listTimers } from "../timers/repository.ts";
import { statusesFor } from "./naming.ts";
import { maySave, renderFor } from "./node-fields.ts";
import { actorOf, sightOf } from "./policy.ts";
import { peopleOf, presentEntry, presentOrder } from "./present.ts";
import { listOrders, type OrderFilter } from "./list-repository.ts";
import { findSeen, listSeen, type Sight } from "./repository.ts";
import { aroundOf } from "./step.ts";

type Api = typeof formStreamApi;
type One = { readonly compId?: string | undefined; readonly id: string };

/** Throws AppError 'notFound'. */
export async function seenBy(
  deps: WorkOrderDeps,
  trx: Trx,
  compId: string,
  context: Pick<RequestContext, "caller">,
  id: string,
) {
  const sight: Sight = await sightOf(deps, trx, compId, context.caller);
  const row = await findSeen(trx, compId, sight, id);
  if (!row) throw new AppError("notFound", "工单不存在");
  return { sight, row };
}

export type OrderQuestion = Omit<BodyOf<Api["list"]>, "pageNo" | "pageSize" | "sortBy" | "sortOrder">;

/** What is asked, as its SQL takes it. */
export async function filterOf(
  { records, ports }: Pick<WorkOrderDeps, "records" | "ports">,
  trx: Trx,
  compId: string,
  question: OrderQuestion,
  caller: Caller,
): Promise<OrderFilter> {
  const { filters = [], formId, source, tags = [], startTime, endTime } = question;
  if (filters.length > 0 && !formId) throw fieldRefusal("formId", "表单", "按字段查询时请先选择表单");
  const asked = formId && filters.length > 0 ? await records.matching(trx, compId, formId, filters, caller) : undefined;
  const made = source || tags.length > 0 ? records.among(trx, compId, { source, tags }) : undefined;
  const to = endTime ? parseTime(endTime) : undefined;
  return {
    ...question,
    wholeNumbers: hidesNumbers(caller),
    from: startTime ? parseTime(startTime) : undefined,
    // The last second whole: times are kept finer than they are shown.
    until: to && new Date(to.getTime() + secondMs),
    now: new Date(ports.clock.now()),
    records: asked,
    made,
  };
}

export async function list(
  deps: WorkOrderDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { records } = deps;
    const sight = await sightOf(deps, trx, compId, caller);
    const filter = await filterOf(deps, trx, compId, body, caller);
    const { rows, total } = await listOrders(trx, compId, sight, { ...body, ...filter });
    const ids = rows.map(({ recordId }) => recordId);
    const shown = await records.shown(trx, compId, ids, { caller, all: sight.all });
    const sources = await records.sources(trx, compId, ids);
    const tags = await records.tags(trx, compId, ids);
    const names = await namesOf(trx, compId, peopleOf(rows));
    const targets = await targetsOfRows(trx, compId, rows, filter.now.getTime());
    const list = rows.map((row) => ({
      ...presentOrder(row, names, hidesNumbers(caller)),
      values: shown.get(row.recordId) ?? {},
      source: sources.get(row.recordId) ?? "manual",
      tags: [...(tags.get(row.recordId) ?? [])],
      targets: targets.get(row.id) ?? [],
    }));
    return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

export async function find(
  deps: WorkOrderDeps,
  { compId: asked, id }: One,
  context: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { sight, row } = await seenBy(deps, trx, compId, context, id);
    const { around, definition } = await aroundOf(trx, deps, row, [sight.id]);
    const actor = actorOf(sight, row);
    const saves = maySave(row.body, actor, around);
    const fields = await deps.records.fields(trx, compId, row.formId);
    const who = { caller: context.caller, all: sight.all };
    const values = (await deps.records.shown(trx, compId, [row.recordId], who)).get(row.recordId) ?? {};
    const { phase, subOrders } = row.body;
    const parties = phase.kind === "signing" ? phase.parties : [];
    return {
      order: presentOrder(row, await namesOf(trx, compId, peopleOf([row])), hidesNumbers(context.caller)),
      values,
      fields: renderFor(definition, row.body, { fields, saves }),
      actions: [...commandsFor(row.body, actor, around)],
      nodes: definition.nodes.map((node) => ({ id: node.id, name: node.name, kind: node.kind })),
      statuses: statusesFor(row, actor, around),
      votes: parties.map((agentId) => ({
        agentId,
        agrees: phase.kind === "signing" ? (phase.votes[agentId] ?? null) : null,
      })),
      subOrders: subOrders.map((one) => ({ id: one.id, done: one.done })),
    };
  });
}

const mostRelated = 200;

export async function related(
  deps: WorkOrderDeps,
  { compId: asked, id }: One,
  context: RequestContext,
): Promise<ReplyOf<Api["related"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { sight, row } = await seenBy(deps, trx, compId, context, id);
    const relations = new Map<string, OrderRelation>();
    for (const other of await deps.records.ofSameCustomers(trx, compId, id, mostRelated))
      relations.set(other, "customer");
    for (const child of row.body.subOrders) relations.set(child.id, "child");
    if (row.parentId) relations.set(row.parentId, "parent");
    const rows = await listSeen(trx, compId, sight, [...relations.keys()].slice(0, mostRelated));
    const names = await namesOf(trx, compId, peopleOf(rows));
    return rows.map((one) => ({
      ...presentOrder(one, names, hidesNumbers(context.caller)),
      relation: relations.get(one.id) ?? "customer",
    }));
  });
}

const isPerson = (id: unknown): id is string => typeof id === "string" && id !== "";

export async function history(
  deps: WorkOrderDeps,
  { compId: asked, id }: One,
  context: RequestContext,
): Promise<ReplyOf<Api["history"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    await seenBy(deps, trx, compId, context, id);
    const entries = await readOrderEvents(trx, compId, id);
    const names = await namesOf(
      trx,
      compId,
      [...new Set(entries.flatMap(({ actor, data }) => [actor, data["to"], data["from"]]))].filter(isPerson),
    );
    return entries.map((entry) => presentEntry(entry, names, hidesNumbers(context.caller)));
  });
}

export async function actions(
  deps: WorkOrderDeps,
  { compId: asked, id }: One,
  context: RequestContext,
): Promise<ReplyOf<Api["actions"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { sight, row } = await seenBy(deps, trx, compId, context, id);
    const { around } = await aroundOf(trx, deps, row, [sight.id]);
    return commandsFor(row.body, actorOf(sight, row), around).map((command) => ({
      command,
      name: orderCommands[command],
    }));
  });
}

/** A limit of a name that is a reminder's. */
const nameOf = (name: string): string =>
  ({ node: "节点时限", order: "整单时限", claim: "受理时限" })[name] ??
  (name.startsWith("trigger:") ? "触发器" : "状态提醒");

export async function limits(
  deps: WorkOrderDeps,
  { compId: asked, id }: One,
  context: RequestContext,
): Promise<ReplyOf<Api["limits"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    await seenBy(deps, trx, compId, context, id);
    const rows = (await listTimers(trx, compId, id)).filter((row) => !isTargetTimer(row));
    return Promise.all(
      rows.map(async (row) => {
        const rule = await findTimeRule(trx, compId, row.timeRuleId);
        const until = row.dueAt ?? new Date(deps.ports.clock.now());
        return {
          name: nameOf(row.name),
          minutes: row.minutes,
          startTime: formatTime(row.startedAt),
          warnTime: row.warnAt ? formatTime(row.warnAt) : "",
          dueTime: row.dueAt ? formatTime(row.dueAt) : "",
          paused: row.paused,
          stretches: rule ? explain(rule, row.startedAt.getTime(), until.getTime()).map(stretchText) : [],
        };
      }),
    );
  });
}
