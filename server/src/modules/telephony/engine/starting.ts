/** What an engine does before it takes calls, and beside the first of them. */
import { recoverCalls, storeLeftovers, type RecoveryOptions } from "../../event-log/index.ts";
import type { Database } from "../../../ports/database.ts";
import { sentences } from "../call/limits.ts";
import { agentKey } from "./agent-session.ts";
import type { Connections } from "./connections.ts";
import type { EngineDeps } from "./deps.ts";

/** Closes calls and stores recordings that a process that died left open. */
export async function closeLeftOpen(
  { recordings, eventLog, clock, logger, database }: EngineDeps & { readonly database: Database },
  connections: Connections,
): Promise<void> {
  await recordings.prepare();
  const recovery: RecoveryOptions = {
    database,
    eventLog,
    clock,
    salvage: ({ file, startAt, ...call }) => recordings.salvage({ ...call, startedAt: startAt }, file),
  };
  const closed = await recoverCalls(recovery);
  await storeLeftovers(recovery, await recordings.leftovers());
  for (const { compId, callId, agentIds } of closed)
    for (const agentId of agentIds) connections.interrupted(agentKey(compId, agentId), callId);
  if (closed.length > 0) logger.warn({ calls: closed.length }, "calls of a process that died were closed");
}

/** Speaks what the first callers will hear, one after the other, without holding up the start. */
export async function speakAhead({ numbers, speech, logger }: EngineDeps): Promise<void> {
  try {
    const greetings = await numbers.greetings();
    for (const text of [
      ...greetings,
      ...[0, 1, 2, 3].map(sentences.position),
      sentences.survey,
      sentences.surveyAgain,
      sentences.thanks,
      sentences.nobodyServes,
      sentences.queueTimeout,
      sentences.queueFull,
      sentences.notReached,
      sentences.outOfService,
      sentences.overConcurrency,
    ])
      await speech.speak(text);
  } catch (error) {
    logger.warn({ error }, "sentences could not be spoken ahead");
  }
}
