/** A call in the event log: what happens in it, and what remains to be done when it is over. */
import type { EndCause } from "@liantai/api/contract";
import { publish } from "../../topics.ts";
import { nearOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import type { EngineDeps } from "./deps.ts";
import type { Ordered } from "./verbs.ts";

type Note = Pick<Extract<CallEffect, { do: "note" }>, "actor" | "reason" | "fact">;

export function writeNote(
  { eventLog, clock }: Pick<EngineDeps, "eventLog" | "clock">,
  { compId, callId }: Pick<Call, "compId" | "callId">,
  { actor, reason, fact }: Note,
): void {
  void eventLog.append({
    stream: "contact",
    kind: "call",
    compId,
    id: callId,
    at: clock.now(),
    actor,
    ...(reason ? { reason } : {}),
    fact,
  });
}

/** Stores the recording, once the call's verbs are done, and says that the call can be read. */
export async function closeCall(deps: EngineDeps, running: Ordered, cause: EndCause): Promise<void> {
  const { call } = running;
  const { eventLog, recordings, broker, logger } = deps;
  await Promise.all([running.verbs, running.recording]);
  const stored = call.recorded
    ? await recordings.store(call).catch((error: unknown) => {
        // The file stays in the folder of live recordings, and is tried again (starting.ts, storeAgain).
        logger.error({ error, callId: call.callId }, "a recording could not be stored");
        return undefined;
      })
    : undefined;
  if (stored) writeNote(deps, call, { actor: "engine", fact: stored });
  await eventLog.flush();
  await publish(broker, "call.recorded", {
    compId: call.compId,
    callId: call.callId,
    agentId: nearOf(call)?.agentId ?? call.surveyOf ?? null,
    cause,
  });
}

/** A customer's page took part: how long it may be called back counts from here. */
export async function timeCallbacks({ numbers, logger }: EngineDeps, { callId }: Call, user: string): Promise<void> {
  await numbers.guests
    .callOver(user)
    .catch((error: unknown) => logger.error({ error, callId }, "a page's callbacks were not timed"));
}
