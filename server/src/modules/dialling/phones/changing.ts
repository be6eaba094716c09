/** What is done with numbers of a task: dialled once more, not any more, or taken away with their batch. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { NumberState, taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { publish } from "../../topics.ts";
import { countProgress, counterOf, moveProgress, type ProgressChange } from "../progress-repository.ts";
import { endPromises, tellPromises, type EndedPromises } from "../promises.ts";
import { tellOver } from "../receipts/receipts.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { refuseOver, reopens } from "./adding.ts";
import {
  batchesOf,
  deleteEmptyBatches,
  deleteUndialled,
  endWithCall,
  heldForResult,
  movePhones,
  recalledStates,
  type Moved,
} from "./phone-repository.ts";
import { findTaskOfNumbers, lockPositions } from "./task-repository.ts";

type Api = typeof taskPhoneApi;
type Chosen = BodyOf<Api["recall"]>;

const countOf = (moved: readonly Moved[]): number => moved.reduce((sum, { ids }) => sum + ids.length, 0);

const idsOf = (moved: readonly Moved[]): string[] => moved.flatMap(({ ids }) => ids);

async function counted(
  trx: Trx,
  compId: string,
  taskId: string,
  moved: readonly Moved[],
  change: (from: NumberState, count: number) => ProgressChange,
): Promise<number> {
  for (const { from, ids } of moved) await countProgress(trx, compId, taskId, change(from, ids.length));
  return countOf(moved);
}

const stopped: readonly NumberState[] = ["waiting", "retry", "claimed"];
const stopReason = "已手动停止";
const batchReason = "批次已删除";

async function move(
  deps: PhonesDeps,
  { compId: named, taskId, ids }: Chosen,
  context: RequestContext,
  way: "recall" | "stop",
): Promise<{ count: number; held: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const task = await taskFor(deps, context.caller, compId, taskId, "keep");
  const now = ports.clock.now();
  const to = way === "recall" ? "waiting" : "stopped";
  let promises: EndedPromises = [];
  const { count, held } = await ports.database.tenant(compId, async (trx) => {
    await lockPositions(trx, compId, taskId);
    // As it is now: it may have been completed, or stopped, since it was looked at.
    const still = way === "recall" ? await findTaskOfNumbers(trx, compId, taskId) : undefined;
    if (still) refuseOver(still, now, "重呼");
    const from = way === "recall" ? recalledStates : stopped;
    const moved = await movePhones(trx, { compId, taskId, ids }, from, to, way === "recall" ? "" : stopReason);
    const calling = way === "stop" ? await endWithCall(trx, { compId, taskId, ids }, stopReason) : 0;
    const all = calling + (await counted(trx, compId, taskId, moved, (state, n) => moveProgress(state, to, n)));
    if (all > 0 && still) await reopens(trx, compId, still, now);
    promises = await endPromises(trx, compId, idsOf(moved), now);
    if (way === "stop") await tellOver(trx, compId, idsOf(moved), now);
    if (all > 0)
      await audit.write(trx, context, {
        ...{ compId, object: "taskPhone", action: way, id: taskId, name: task.taskIdentity },
        after: { count: all },
      });
    return { count: all, held: way === "recall" ? await heldForResult(trx, compId, taskId, ids) : 0 };
  });
  if (count > 0) await publish(ports.broker, "task.changed", { compId, taskId });
  await tellPromises(ports, promises);
  return { count, held };
}

/** Attempts go on counting (B13). */
export const recall = (deps: PhonesDeps, body: Chosen, context: RequestContext): Promise<ReplyOf<Api["recall"]>> =>
  move(deps, body, context, "recall");
export const stop = async (deps: PhonesDeps, body: Chosen, context: RequestContext): Promise<ReplyOf<Api["stop"]>> => ({
  count: (await move(deps, body, context, "stop")).count,
});

/** Of a batch so many at once: each may have a receipt, and nobody adds numbers to the task meanwhile. */
const stoppedAtOnce = 2_000;

interface Batch {
  readonly compId: string;
  readonly taskId: string;
  readonly batchIds: readonly string[];
}

interface Did {
  readonly count: number;
  readonly promises: EndedPromises;
}

/** Those that were never dialled go. */
async function deleteNew(trx: Trx, { compId, taskId, batchIds }: Batch, now: number): Promise<Did> {
  const gone = await deleteUndialled(trx, compId, taskId, batchIds);
  const count = await counted(trx, compId, taskId, gone, (from, n) => ({ [counterOf[from]]: -n, total: -n }));
  const promised = gone.filter(({ from }) => from === "retry");
  return { count, promises: await endPromises(trx, compId, idsOf(promised), now) };
}

/** The next of those that were. */
async function stopSome(trx: Trx, of: Batch, now: number): Promise<Did> {
  const { compId, taskId } = of;
  await endWithCall(trx, of, batchReason);
  const halted = await movePhones(trx, { ...of, most: stoppedAtOnce }, stopped, "stopped", batchReason);
  const count = await counted(trx, compId, taskId, halted, (from, n) => moveProgress(from, "stopped", n));
  const promises = await endPromises(trx, compId, idsOf(halted), now);
  await tellOver(trx, compId, idsOf(halted), now);
  return { count, promises };
}

/** What comes in between is found by the next turn; who presses again goes on where it was left. */
export async function batchDelete(
  deps: PhonesDeps,
  { compId: named, taskId, ids }: BodyOf<Api["batchDelete"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["batchDelete"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const task = await taskFor(deps, context.caller, compId, taskId, "keep");
  const sum = { count: 0, stopped: 0 };
  for (let turn = 0, more = true; more; turn += 1) {
    const did = await ports.database.tenant(compId, async (trx) => {
      await lockPositions(trx, compId, taskId);
      const batches = await batchesOf(trx, compId, taskId, ids);
      if (batches.length === 0) return { count: 0, stopped: 0, promises: [] };
      const of = { compId, taskId, batchIds: batches.map(({ id }) => id) };
      const now = ports.clock.now();
      const { count, promises: gone } = turn === 0 ? await deleteNew(trx, of, now) : { count: 0, promises: [] };
      const { count: halted, promises: still } = await stopSome(trx, of, now);
      const did = { count, stopped: halted, promises: [...gone, ...still] };
      if (halted === stoppedAtOnce) return did;
      await deleteEmptyBatches(trx, compId, taskId, of.batchIds);
      await audit.write(trx, context, {
        ...{ compId, object: "taskPhone", action: "delete", id: taskId, name: task.taskIdentity },
        after: {
          batches: batches.map(({ batchNumber }) => batchNumber).join("、"),
          count: sum.count + count,
          stopped: sum.stopped + halted,
        },
      });
      return did;
    });
    sum.count += did.count;
    sum.stopped += did.stopped;
    more = did.stopped === stoppedAtOnce;
    await publish(ports.broker, "task.changed", { compId, taskId });
    await tellPromises(ports, did.promises);
  }
  return { count: sum.count };
}
