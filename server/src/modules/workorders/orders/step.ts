/**
 * One step of an order in one transaction: the machine says what becomes of it, here it is written: events, the row, who
 * sees it, limits, who is told, sub-orders and the parent. The row is locked by whoever calls.
 */
import { AppError, formatDate } from "@liantai/api/contract";
import {
  applyToOrder,
  compileFlow,
  createOrder,
  judgeAt,
  type Actor,
  type OrderInput,
  type OrderOutcome,
  type OrderPriority,
} from "@liantai/api/contract/work-orders";
import { unique } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { appendOrderEvents } from "../../event-log/index.ts";
import { followUpOrder } from "../../followups/index.ts";
import { together } from "../../foreseen.ts";
import type { WorkOrderDeps } from "../deps.ts";
import type { RecordRef } from "../../forms/index.ts";
import { unusable } from "../flows/neighbours.ts";
import { findFlow, type FlowRow } from "../flows/repository.ts";
import { versionOf } from "../flows/versions.ts";
import { foreseePeople, hasFieldRule, peopleFor } from "../people.ts";
import { keepTargets } from "../targets/keeping.ts";
import { beginStatusTimers, keepStatusTimers, keepTimers } from "../timers/keeping.ts";
import { limitsOf } from "../timers/repository.ts";
import { columnsOf, holdersOf, overdueOf } from "./columns.ts";
import { inform } from "./informing.ts";
import { hiddenAt } from "./node-fields.ts";
import { entriesOf, foreseeStep, happened, moved } from "./step-parts.ts";
import { tell, type Written } from "./telling.ts";
import { wentOn } from "./went-on.ts";
import { insertOrder, lockOrder, nextCode, setParties, updateOrder, writeOrder, type OrderRow } from "./repository.ts";

type Done = Extract<OrderOutcome, { ok: true }>;
export type StepDeps = Pick<WorkOrderDeps, "ports" | "records" | "tickets">;

const system: Actor = { id: "", supervises: false };

/** Sub-orders that open sub-orders that open …: so deep. */
const deepest = 5;

const changedMeanwhile = () => new AppError("conflict", undefined, { conflicts: [] });

/** What the machine made of it, written. */
async function write(
  trx: Trx,
  deps: StepDeps,
  before: Written & { readonly limits: readonly string[] },
  done: Done,
  depth: number,
  dueChanged = false,
): Promise<OrderRow> {
  const { row } = before;
  const { compId, id } = row;
  const now = deps.ports.clock.now();
  let { order } = done;
  if (done.effects.some((effect) => effect.do === "number") && order.workCode === "") {
    const day = formatDate(now).replaceAll("-", "");
    order = { ...order, workCode: `GD${day}${String(await nextCode(trx, compId, day)).padStart(6, "0")}` };
  }
  const { pool, columns } = columnsOf(order, before.definition, before.people, before.values, row.groupId);
  const whose = { compId, orderId: id, formId: row.formId };
  const written = { ...before, order };
  const set = { ...columns, ...overdueOf(row, order, done.events), updatedAt: new Date(now) };
  let left: OrderRow = row;
  // The events first: their key says whether somebody else took a step meanwhile.
  await together([
    unique(changedMeanwhile, () =>
      appendOrderEvents(trx, { compId, orderId: id }, entriesOf(trx, { ...done, order }, columns)),
    ),
    happened(trx, row, done.events, now),
    keepTimers(trx, whose, before.definition, done.effects, before.limits, now).then(async (touched) => {
      left = await writeOrder(trx, compId, { id, set, due: touched || dueChanged });
    }),
    moved(before, order) ? setParties(trx, compId, id, new Date(now), { now: holdersOf(order), pool }) : undefined,
    columns.state === row.state ? undefined : keepStatusTimers(trx, whose, order),
    followed(trx, deps, before, { ...done, order }, columns.groupId),
    tell(trx, deps, written, pool, done),
  ]);
  await keepTargets(trx, deps, row, now);
  await followUpOrder(trx, deps.ports, { ...row, ...wentOn(row, done) });
  for (const effect of done.effects) {
    if (effect.do === "openSubOrder") await openSubOrder(trx, deps, { ...row, ...columns, body: order }, effect, depth);
    if (effect.do === "tellParent" && row.parentId) await endSubOrder(trx, deps, compId, row.parentId, id, depth);
  }
  if (done.effects.some(({ do: what }) => what === "openSubOrder" || (what === "tellParent" && row.parentId !== "")))
    left = (await lockOrder(trx, compId, id)) ?? left;
  await inform(trx, deps, left, done.events, left.state === "done" && row.state !== "done");
  return left;
}

const limitNames: Readonly<Record<string, string>> = { node: "节点时限", order: "整单时限", target: "服务目标" };

/** The order's values follow it: its number, its group, what its node hides, how far it was raised. */
async function followed(
  trx: Trx,
  { records }: StepDeps,
  { row, definition }: Written,
  { order, events }: Done,
  groupId: string,
) {
  const [limit = "node"] = ["order", "target"].filter((one) => events.some(({ data }) => data["limit"] === one));
  await records.follow(trx, row, {
    groupId,
    hidden: hiddenAt(definition, order.nodeId),
    deleted: order.phase.kind === "deleted",
    ...(order.workCode !== row.workCode && { workCode: order.workCode }),
    ...(order.upgrades > row.body.upgrades && { raised: { level: order.upgrades, by: limitNames[limit] ?? limit } }),
    orderSeq: order.seq,
  });
}

export interface Step {
  readonly input: OrderInput;
  readonly actor: Actor;
  /** A limit of it was taken away before: its row says anew when it is due. */
  readonly dueChanged?: boolean;
}

const refOf = ({ compId, formId, recordId }: OrderRow) => ({ compId, formId, recordId });

/** Everything a step of this order needs to know. */
export async function aroundOf(
  trx: Trx,
  deps: Pick<StepDeps, "ports" | "records">,
  row: OrderRow,
  more: readonly string[] = [],
  version = row.flowVersion,
) {
  const definition = await versionOf(trx, { ...row, flowVersion: version });
  const reading = deps.records.read(trx, refOf(row));
  // Who is in a field is known only by the values.
  const known = hasFieldRule(definition) ? await reading : {};
  const now = deps.ports.clock.now();
  const [values, people] = await Promise.all([
    reading,
    peopleFor(trx, row.compId, now, { definition, order: row.body, values: known, more }),
  ]);
  return {
    definition,
    values,
    people,
    around: { flow: compileFlow(definition), values, people, judge: judgeAt(now), now },
  };
}

const idsIn = (input: OrderInput): readonly string[] => ("to" in input && input.to !== undefined ? [input.to] : []);

/** Throws AppError 'refused' in the machine's words. The row is locked. */
export async function takeStep(
  trx: Trx,
  deps: StepDeps,
  row: OrderRow,
  { input, actor, dueChanged }: Step,
  depth = 0,
): Promise<OrderRow> {
  const version = input.type === "migrate" ? input.version : row.flowVersion;
  foreseeStep(trx, row);
  const [{ definition, values, people, around }, limits] = await Promise.all([
    aroundOf(trx, deps, row, [actor.id, ...idsIn(input)], version),
    // Of one that nobody took a step of yet nothing runs.
    row.seq === 1 ? [] : limitsOf(trx, row.compId, row.id),
  ]);
  const outcome = applyToOrder(row.body, input, actor, around);
  if (!outcome.ok) throw new AppError("refused", outcome.text, { refusal: outcome.refusal });
  if (version !== row.flowVersion) await updateOrder(trx, row.compId, row.id, { flowVersion: version });
  const before = { row, order: row.body, definition, people, values, limits };
  return write(trx, deps, before, outcome, depth, dueChanged);
}

export interface NewOrder {
  readonly compId: string;
  readonly flowId: string;
  readonly title: string;
  readonly priority: OrderPriority;
  readonly creator: string;
  readonly parentId: string;
  /** Where it is known before. */
  readonly recordId?: string | undefined;
  /** Which node of its parent opens it. */
  readonly node?: string | undefined;
}

/** One that orders can be made by. node: that of the flow which opens a sub-order by it. */
export async function usableFlow(trx: Trx, compId: string, flowId: string, node = ""): Promise<FlowRow> {
  const flow = await findFlow(trx, compId, flowId);
  const why = unusable(flow);
  if (!flow || why) throw new AppError("refused", node ? `「${node}」的子工单${why}，请联系管理员检查流程` : why);
  return flow;
}

/** A draft under the flow's newest version; `keep` keeps its values. */
export async function makeOrder(
  trx: Trx,
  deps: StepDeps,
  { compId, flowId, title, priority, creator, parentId, recordId = deps.ports.random.id(), node }: NewOrder,
  keep: (ref: RecordRef & { readonly orderId: string }) => Promise<void>,
): Promise<OrderRow> {
  const flow = await usableFlow(trx, compId, flowId, node);
  const now = deps.ports.clock.now();
  const definition = await versionOf(trx, { compId, flowId, flowVersion: flow.version });
  const id = deps.ports.random.id();
  const ref = { compId, formId: flow.formId, recordId };
  const made = createOrder({ id, creator, priority }, { flow: compileFlow(definition), now });
  if (!made.ok) throw new AppError("refused", made.text);
  foreseeStep(trx, ref);
  // Those of its first step, which is mostly taken at once.
  foreseePeople(trx, compId, now, [{ order: made.order, definition }]);
  const at = new Date(now);
  // A draft goes by no value and is nobody's but its creator's: its row need not wait for the values.
  const nobody = { ...definition, nodes: [] };
  const draft = async (): Promise<OrderRow> => {
    const people = await peopleFor(trx, compId, now, { definition: nobody, order: made.order, values: {}, more: [] });
    const { columns } = columnsOf(made.order, definition, people, {}, "");
    const rows = { compId, id, title, formId: flow.formId, recordId, flowId, flowVersion: flow.version };
    const [inserted] = await Promise.all([
      insertOrder(trx, { ...columns, ...rows, creator, priority, parentId, createdAt: at, updatedAt: at }),
      appendOrderEvents(trx, { compId, orderId: id }, entriesOf(trx, made, columns)),
    ]);
    return inserted;
  };
  const drafting = draft();
  await together([keep({ ...ref, orderId: id }), drafting]);
  const row = await drafting;
  await happened(trx, row, made.events, now);
  await beginStatusTimers(trx, { compId, orderId: id, formId: flow.formId }, made.order);
  await keepTargets(trx, deps, row, now);
  await inform(trx, deps, row, made.events);
  return row;
}

/** In the creator's name, with the parent's values, submitted at once. */
async function openSubOrder(
  trx: Trx,
  deps: StepDeps,
  parent: OrderRow,
  { flowId, nodeId }: { readonly flowId: string; readonly nodeId: string },
  depth: number,
): Promise<void> {
  if (depth >= deepest) throw new AppError("refused", `子工单最多嵌套${deepest}层`);
  const { compId, creator, priority, title } = parent;
  const node = (await versionOf(trx, parent)).nodes.find(({ id }) => id === nodeId);
  const child = await makeOrder(
    trx,
    deps,
    { compId, flowId, title, priority: priority as OrderPriority, creator, parentId: parent.id, node: node?.name },
    (ref) =>
      deps.records.copy(trx, { ...ref, source: "manual", callId: null, parentId: parent.recordId }, refOf(parent)),
  );
  const fresh = (await lockOrder(trx, compId, parent.id)) ?? parent;
  await takeStep(trx, deps, fresh, { input: { type: "addSubOrder", id: child.id }, actor: system }, depth + 1);
  await takeStep(trx, deps, child, { input: { type: "submit" }, actor: { id: creator, supervises: false } }, depth + 1);
}

/** A parent that has no use for it any more goes on as it is. */
async function endSubOrder(
  trx: Trx,
  deps: StepDeps,
  compId: string,
  parentId: string,
  id: string,
  depth: number,
): Promise<void> {
  const parent = await lockOrder(trx, compId, parentId);
  if (!parent || depth >= 2 * deepest) return;
  const { around } = await aroundOf(trx, deps, parent);
  const input = { type: "endSubOrder", id } as const;
  if (applyToOrder(parent.body, input, system, around).ok)
    await takeStep(trx, deps, parent, { input, actor: system }, depth + 1);
}
