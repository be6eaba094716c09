/** Attempts of seats end with their calls; what no process heard of is looked for. */
import { hourMs, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import type { Timer } from "../../../ports/clock.ts";
import type { Trx } from "../../../ports/database.ts";
import { forEachAlone } from "../../each.ts";
import { publish, subscribe } from "../../topics.ts";
import { outcomeOf } from "../attempts/outcome.ts";
import { closeAttempt, type Closed, type CloseInput } from "../attempts/closing-repository.ts";
import type { Span } from "../checks/index.ts";
import { withdrawAttempt } from "../attempts/opening-repository.ts";
import { endedEntry, withdrawnEntry } from "../ledger/entries.ts";
import { appendLedger } from "../ledger/repository.ts";
import { tellPromises } from "../promises.ts";
import { openPreviewAttempts, recordOf, wasDialled, type OpenAttempt } from "./closing-repository.ts";

type Deps = Pick<Ports, "database" | "broker" | "clock" | "logger" | "dialHours">;

/** An attempt without a call is given up so long after it was committed: its call never began. */
const lostMs = 2 * minuteMs;
/** A call that goes on longer than this has no engine. */
const longestMs = 12 * hourMs;
/** For the log. */
const notClosed = "an attempt of a seat is not closed yet";

/** With its entry in the ledger. */
async function close(
  trx: Trx,
  input: CloseInput,
  { now, law }: { readonly now: number; readonly law: Span },
): Promise<Closed | undefined> {
  const closed = await closeAttempt(trx, input, law);
  if (closed) await appendLedger(trx, input.compId, new Date(now), [endedEntry(closed, input)]);
  return closed;
}

/**
 * Of the call as it is on record; a call that is not over is left alone. One in which the customer was never dialled was no attempt: the
 * number is in the seat's hands as before (D57). False: there is nothing to close.
 */
export async function closePreviewCall(
  { database, broker, clock, dialHours }: Deps,
  compId: string,
  callId: string,
): Promise<boolean> {
  const now = clock.now();
  const over = await database.tenant(compId, async (trx) => {
    const call = await recordOf(trx, compId, callId);
    if (!call || call.endAt === null) return undefined;
    const { attemptId, answerAt, cause } = call;
    if (answerAt !== null || (await wasDialled(trx, compId, callId))) {
      const closed = await close(trx, { compId, attemptId, ...outcomeOf(call, now) }, { now, law: dialHours });
      return closed && { taskId: closed.taskId, cost: closed.cost, promises: closed.promises };
    }
    const gone = await withdrawAttempt(trx, compId, attemptId);
    if (gone) await appendLedger(trx, compId, new Date(now), [withdrawnEntry(gone, attemptId, cause ?? "")]);
    return gone && { taskId: gone.taskId, cost: 0, promises: [] };
  });
  if (!over) return false;
  await publish(broker, "task.changed", { compId, taskId: over.taskId });
  await tellPromises({ broker, clock }, over.promises);
  if (over.cost > 0) await publish(broker, "attempt.ended", { compId, callId });
  return true;
}

/** The call never began, or nobody knows how it ended: 0 未知, and it counts as an attempt (inventory dialling.md C3). */
async function giveUp({ database, broker, clock, dialHours }: Deps, { compId, id }: OpenAttempt): Promise<void> {
  const now = clock.now();
  const closed = await database.tenant(compId, (trx) =>
    close(
      trx,
      {
        ...{ compId, attemptId: id, code: 0, cause: "", ringAt: null, answeredAt: null, connectedAt: null },
        ...{ endedAt: now, agentId: "", abandoned: false, answerer: "", witness: "engine" },
      },
      { now, law: dialHours },
    ),
  );
  if (closed) await publish(broker, "task.changed", { compId, taskId: closed.taskId });
}

export async function closeLost(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  // system: attempts of every enterprise.
  const open = await deps.database.system((trx) => openPreviewAttempts(trx, new Date(now - lostMs)));
  const close = async (attempt: OpenAttempt): Promise<void> => {
    const { compId, callId, known, startedAt } = attempt;
    const closed = known && (await closePreviewCall(deps, compId, callId));
    if (!closed && (!known || startedAt.getTime() < now - longestMs)) await giveUp(deps, attempt);
  };
  const about = ({ compId, id, callId }: OpenAttempt) => ({ compId, id, callId });
  await forEachAlone(open, close, { logger: deps.logger, message: notClosed, about });
}

/** Resolves to what ends it. */
export async function startClosing(deps: Deps): Promise<() => Promise<void>> {
  const running = new Set<Promise<unknown>>();
  const run = (work: Promise<unknown>): void => {
    const done = work
      .catch((error: unknown) => deps.logger.warn({ error }, notClosed))
      .finally(() => running.delete(done));
    running.add(done);
  };
  const end = await subscribe(deps.broker, "call.recorded", ({ compId, callId }) =>
    run(closePreviewCall(deps, compId, callId)),
  );
  run(closeLost(deps));
  const timer: Timer = deps.clock.every(minuteMs, () => run(closeLost(deps)));
  return async () => {
    timer.cancel();
    await end();
    await Promise.all(running);
  };
}
