/** formStream: orders are made, and every step of them is taken here. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  type FieldConflict,
  type formStreamApi,
  type OrderCommand,
  type OrderCommandType,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { versionOf } from "../flows/versions.ts";
import { actorOf, personOf, sightOf } from "./policy.ts";
import { findSeen, lockOrder, type OrderRow, type Sight } from "./repository.ts";
import { aroundOf, makeOrder, takeStep } from "./step.ts";

type Api = typeof formStreamApi;
type Handled = ReplyOf<Api["handle"]>;

const missing = () => new AppError("notFound", "工单不存在");

/** Locked, and seen by who asks. */
export async function lockSeen(trx: Trx, compId: string, sight: Sight, id: string): Promise<OrderRow> {
  // Who waits for the lock may see it no more once he has it.
  if (!(await findSeen(trx, compId, sight, id))) throw missing();
  const row = await lockOrder(trx, compId, id);
  if (!row) throw missing();
  return row;
}

/** Who comes too late to claim may not see the order any more, but is told who was first when its node names him. */
async function lockToClaim(trx: Trx, deps: WorkOrderDeps, compId: string, sight: Sight, id: string): Promise<OrderRow> {
  const row = await lockOrder(trx, compId, id);
  if (!row) throw missing();
  if (await findSeen(trx, compId, sight, id)) return row;
  const { around } = await aroundOf(trx, deps, row, [sight.id]);
  const node = around.flow.nodes.get(row.nodeId);
  const rule = node && "handler" in node ? node.handler : undefined;
  if (!rule || rule.by === "creator" || rule.by === "field") throw missing();
  if (!around.people.members(rule).some((one) => one.id === sight.id)) throw missing();
  return row;
}

/** Steps that may be taken of an order that has gone on meanwhile: they ask nothing of what was seen. */
const blind: readonly OrderCommandType[] = ["claim", "urge", "commentUrge", "followUp", "commentFollowUp", "open"];
/** Steps that fields may be written with: the machine lets only who has the order take them. */
const writing: readonly OrderCommandType[] = [
  "save",
  "submit",
  "approve",
  "returnPrevious",
  "returnCreator",
  "complete",
  "transfer",
  "suspend",
];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

async function mustBeFresh(
  trx: Trx,
  deps: WorkOrderDeps,
  row: OrderRow,
  { seq, command, values }: BodyOf<Api["handle"]>,
): Promise<void> {
  if (blind.includes(command)) return;
  if (seq === undefined) throw fieldRefusal("seq", "版本", "请提供工单版本");
  if (seq >= row.seq) return;
  const theirs = await deps.records.writtenSince(trx, row, seq);
  const conflicts: FieldConflict[] = Object.entries(values ?? {}).flatMap(([field, mine]) =>
    Object.hasOwn(theirs, field) && !same(mine, theirs[field]) ? [{ field, mine, theirs: theirs[field] ?? null }] : [],
  );
  throw new AppError("conflict", undefined, { conflicts, seq: row.seq });
}

/** What the node hides or locks nobody writes; what it requires stands there when the order goes on. */
async function mustFit(
  trx: Trx,
  row: OrderRow,
  command: OrderCommandType,
  values: OrderValues,
  kept: OrderValues,
): Promise<void> {
  const node = (await versionOf(trx, row)).nodes.find(({ id }) => id === row.nodeId);
  const rules = node && "fields" in node ? Object.entries(node.fields ?? {}) : [];
  for (const [field, rule] of rules) {
    if ((rule.hidden === true || rule.enable === false) && Object.hasOwn(values, field))
      throw fieldRefusal(`values.${field}`, field, `字段“${field}”在当前节点不能修改`);
    const value = Object.hasOwn(values, field) ? values[field] : kept[field];
    const empty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    if (rule.require === true && empty && (command === "approve" || command === "complete"))
      throw fieldRefusal(`values.${field}`, field, `字段“${field}”在当前节点必填`);
  }
}

/** Throws when what the command needs is not there. */
function commandOf({ command, to, nodeId, text, evenWithSubOrders }: BodyOf<Api["handle"]>): OrderCommand {
  const said = text ? { text } : {};
  switch (command) {
    case "assign":
    case "transfer":
      if (!to) throw fieldRefusal("to", "坐席", "请选择坐席");
      return { type: command, to, ...said };
    case "jump":
      if (!nodeId) throw fieldRefusal("nodeId", "节点", "请选择节点");
      return { type: command, nodeId, ...(to ? { to } : {}), ...said };
    case "urge":
    case "commentUrge":
    case "followUp":
    case "commentFollowUp":
      return { type: command, text: text ?? "" };
    case "complete":
      return { type: command, evenWithSubOrders: evenWithSubOrders === true, ...said };
    default:
      return { type: command, ...said };
  }
}

const handled = ({ seq, workCode, state }: OrderRow): Handled => ({ seq, workCode, state });

export async function handle(
  deps: WorkOrderDeps,
  body: BodyOf<Api["handle"]>,
  { caller }: RequestContext,
): Promise<Handled> {
  const compId = compOf(caller, body.compId);
  const input = commandOf(body);
  return deps.ports.database.tenant(compId, async (trx) => {
    const sight = await sightOf(deps, trx, compId, caller);
    const row =
      body.command === "claim"
        ? await lockToClaim(trx, deps, compId, sight, body.id)
        : await lockSeen(trx, compId, sight, body.id);
    await mustBeFresh(trx, deps, row, body);
    const values = body.values ?? {};
    if (Object.keys(values).length > 0 && !writing.includes(body.command))
      throw fieldRefusal("values", "字段值", "该操作不能修改字段");
    await mustFit(trx, row, body.command, values, await deps.records.read(trx, row));
    return handled(await takeStep(trx, deps, row, { input, actor: actorOf(sight, row), values }));
  });
}

export async function create(
  deps: WorkOrderDeps,
  body: BodyOf<Api["create"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["create"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { flowId, title, priority, values, parentId = "" } = body;
    const sight = await sightOf(deps, trx, compId, caller);
    const creator = personOf(caller);
    const parent = parentId ? await lockSeen(trx, compId, sight, parentId) : undefined;
    const made = await makeOrder(trx, deps, {
      compId,
      flowId,
      title,
      priority,
      values: values ?? {},
      creator,
      parentId,
    });
    const actor = { id: creator, supervises: false };
    if (parent) await takeStep(trx, deps, parent, { input: { type: "addSubOrder", id: made.id }, actor });
    const row = body.submit ? await takeStep(trx, deps, made, { input: { type: "submit" }, actor }) : made;
    return { id: row.id, workCode: row.workCode, seq: row.seq };
  });
}

/** What is done with each of them: who has it completes it, who supervises it ends it or sends it to the node. */
function batchCommand(
  row: OrderRow,
  sight: Sight,
  nodeId: string | undefined,
  endId: string,
  text: string,
  evenWithSubOrders: boolean,
): OrderCommand {
  const said = text ? { text } : {};
  if (nodeId) return { type: "jump", nodeId, ...said };
  return row.holder === sight.id || !actorOf(sight, row).supervises
    ? { type: "complete", evenWithSubOrders, ...said }
    : { type: "jump", nodeId: endId, ...said };
}

/** Each in a transaction of its own: what one cannot do the others do. */
export async function jumpOrCompleteBatch(
  deps: WorkOrderDeps,
  body: BodyOf<Api["jumpOrCompleteBatch"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["jumpOrCompleteBatch"]>> {
  const compId = compOf(caller, body.compId);
  const { nodeId, text = "", evenWithSubOrders = false } = body;
  const list: { id: string; workCode: string; text: string }[] = [];
  const ids = [...new Set(body.ids)];
  for (const id of ids) {
    let workCode = "";
    try {
      await deps.ports.database.tenant(compId, async (trx) => {
        const sight = await sightOf(deps, trx, compId, caller);
        const row = await lockSeen(trx, compId, sight, id);
        ({ workCode } = row);
        const ends = (await versionOf(trx, row)).nodes.find(({ kind }) => kind === "end")?.id ?? "";
        const input = batchCommand(row, sight, nodeId, ends, text, evenWithSubOrders);
        await takeStep(trx, deps, row, { input, actor: actorOf(sight, row) });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      list.push({ id, workCode, text: error.message });
    }
  }
  return { succeed: ids.length - list.length, failing: list.length, list };
}
