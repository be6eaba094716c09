/** formStream: every step of an order is taken here. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  commandsFor,
  standInOf,
  type Actor,
  type FieldConflict,
  type formStreamApi,
  type OrderCommand,
  type OrderCommandType,
  type OrderValues,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { steadily, type OrderSave, type SavedRecord } from "../../forms/index.ts";
import { maySave, nodeFields } from "./node-fields.ts";
import { actorOf, sightOf } from "./policy.ts";
import { findSeen, lockOrder, updateOrder, type OrderRow, type Sight } from "./repository.ts";
import { aroundOf, takeStep } from "./step.ts";

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
  const { people } = around;
  if (!people.members(rule).some(({ id: named }) => named === sight.id || standInOf(people, named) === sight.id))
    throw missing();
  return row;
}

/** Steps that may be taken of an order that has gone on meanwhile: they ask nothing of what was seen. */
const blind: readonly OrderCommandType[] = [
  "claim",
  "urge",
  "commentUrge",
  "followUp",
  "commentFollowUp",
  "comment",
  "open",
];
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

/** Steps after which nothing that the node requires may be missing. */
const completing: readonly OrderCommandType[] = ["submit", "approve", "complete"];

export async function mustBeFresh(
  trx: Trx,
  deps: WorkOrderDeps,
  row: OrderRow,
  { seq, command, values }: Pick<BodyOf<Api["handle"]>, "seq" | "command" | "values">,
  { caller }: RequestContext,
): Promise<void> {
  if (blind.includes(command)) return;
  if (seq === undefined) throw fieldRefusal("seq", "版本", "请提供工单版本");
  if (seq >= row.seq) return;
  const conflicts: readonly FieldConflict[] = await deps.records.conflicts(trx, row, seq, values ?? {}, caller);
  const { field, mine, theirs } = conflicts[0] ?? {};
  throw new AppError("conflict", undefined, { ...(field ? { field, mine, theirs } : {}), conflicts, seq: row.seq });
}

interface Writing {
  save(
    trx: Trx,
    row: OrderRow,
    sight: Sight,
    how: Pick<OrderSave, "complete" | "version" | "over" | "callId">,
  ): Promise<SavedRecord & { readonly changed: boolean }>;
}

/** Values looked at before the transaction; in it they are written as the order's node lets who has the order. */
export async function inWriting(
  deps: WorkOrderDeps,
  context: RequestContext,
  compId: string,
  orderId: string,
  values: OrderValues,
): Promise<Writing> {
  const { formId } = await deps.ports.database.tenant(compId, async (trx) => {
    const row = await findSeen(trx, compId, await sightOf(deps, trx, compId, context.caller), orderId);
    if (!row) throw missing();
    return row;
  });
  const prepared = await deps.records.prepare(context, compId, formId, values);
  return {
    async save(trx, row, sight, how) {
      const { definition, around } = await aroundOf(trx, deps, row, [sight.id]);
      if (!maySave(row.body, actorOf(sight, row), around) && row.body.phase.kind !== "signing")
        throw new AppError("refused", "工单不在您手中，不能修改字段");
      const render = nodeFields(definition, row.nodeId);
      return deps.records.save(trx, row, prepared, { ...how, render, orderSeq: row.seq + 1 }, context);
    },
  };
}

/** Throws when what the command needs is not there. */
function commandOf({ command, to, nodeId, text, priority, evenWithSubOrders }: BodyOf<Api["handle"]>): OrderCommand {
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
    case "comment":
      return { type: command, text: text ?? "" };
    case "prioritize":
      if (!priority) throw fieldRefusal("priority", "优先级", "请选择优先级");
      return { type: command, priority };
    case "complete":
      return { type: command, evenWithSubOrders: evenWithSubOrders === true, ...said };
    default:
      return { type: command, ...said };
  }
}

/** A draft that is saved is called anew: what was submitted is known by its title. `given` as it was shown: no change. */
function newTitle(row: OrderRow, { command, title }: BodyOf<Api["handle"]>, { caller }: RequestContext): string {
  const given = title?.trim() ?? "";
  if (given === "" || given === row.title || (hidesNumbers(caller) && given === maskNumbers(row.title)))
    return row.title;
  // One that came back to its creator is a draft again, and has its number.
  if (command !== "save" || row.state !== "draft" || row.workCode !== "")
    throw fieldRefusal("title", "标题", "提交后不能修改标题");
  return given;
}

const handled = ({ seq, workCode, state }: OrderRow): Handled => ({ seq, workCode, state });

/** Fields are written, or looked at once more where all that is required must stand there. */
const writes = ({ command, values }: BodyOf<Api["handle"]>): boolean =>
  completing.includes(command) || Object.keys(values ?? {}).length > 0;

export const handle = (deps: WorkOrderDeps, body: BodyOf<Api["handle"]>, context: RequestContext): Promise<Handled> =>
  steadily(async () => {
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const { command, values = {} } = body;
    const input = commandOf(body);
    if (Object.keys(values).length > 0 && !writing.includes(command))
      throw fieldRefusal("values", "字段值", "该操作不能修改字段");
    const written = writes(body) ? await inWriting(deps, context, compId, body.id, values) : undefined;
    return deps.ports.database.tenant(compId, async (trx) => {
      const sight = await sightOf(deps, trx, compId, caller);
      const row =
        command === "claim"
          ? await lockToClaim(trx, deps, compId, sight, body.id)
          : await lockSeen(trx, compId, sight, body.id);
      await mustBeFresh(trx, deps, row, body, context);
      const actor = actorOf(sight, row);
      const title = newTitle(row, body, context);
      if (written && (await mayTake(trx, deps, row, command, actor)))
        await written.save(trx, row, sight, { complete: completing.includes(command) });
      const after = await takeStep(trx, deps, row, { input, actor });
      if (title !== row.title) await updateOrder(trx, compId, row.id, { title });
      return handled(after);
    });
  });

/** What it may not do anyway the machine says in its own words. */
export async function mayTake(trx: Trx, deps: WorkOrderDeps, row: OrderRow, command: OrderCommandType, actor: Actor) {
  const { around } = await aroundOf(trx, deps, row, [actor.id]);
  return commandsFor(row.body, actor, around).includes(command);
}
