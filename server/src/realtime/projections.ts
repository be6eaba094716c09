/** Domain events to messages: which topic becomes which message for whom. New topics join here, one line each. */
import type { Broker } from "../ports/broker.ts";
import { leaveTexts, subscribe, type MessageTarget, type Topics } from "../modules/topics.ts";
import { audience, type Hub } from "./hub.ts";

function audienceOf(to: MessageTarget): string {
  if ("everyone" in to) return audience.everyone;
  if ("operators" in to) return audience.operators;
  if ("accountId" in to) return audience.account(to.accountId);
  if ("roleId" in to) return audience.role(to.roleId);
  return "agentId" in to ? audience.agent(to.compId, to.agentId) : audience.enterprise(to.compId);
}

export interface RecordedDeps {
  readonly hub: Pick<Hub, "send" | "hears">;
  /** Seats of monitors who see a seat's calls in 通话记录. */
  readonly monitorsOf: (compId: string, agentId: string) => Promise<readonly string[]>;
}

/** To the call's agent, the administrators, and those monitors who find the call in 通话记录; nobody else learns its id. */
export async function tellRecorded(
  { hub, monitorsOf }: RecordedDeps,
  { compId, callId, agentId, cause }: Topics["call.recorded"],
): Promise<void> {
  const message = { type: "callRecorded", callId, ...(agentId === null ? {} : { agentId }), cause } as const;
  if (agentId === null) return hub.send([audience.administrators(compId)], message);
  // Nobody asks the database for nobody: most processes have no supervisor of the enterprise.
  const monitors = hub.hears(audience.supervisors(compId)) ? await monitorsOf(compId, agentId) : [];
  hub.send(
    [audience.administrators(compId), ...[agentId, ...monitors].map((seat) => audience.agent(compId, seat))],
    message,
  );
}

/** Subscribes the hub; the returned function ends it. `recorded`: tellRecorded, which asks the database. */
export async function project(
  broker: Broker,
  hub: Pick<Hub, "send" | "endSession">,
  recorded: (call: Topics["call.recorded"]) => void,
): Promise<() => Promise<void>> {
  const ends = await Promise.all([
    subscribe(broker, "session.ended", ({ sessionId, reason }) => hub.endSession(sessionId, leaveTexts[reason])),
    subscribe(broker, "message.send", ({ to, message }) => hub.send([audienceOf(to)], message)),
    subscribe(broker, "day.changed", ({ compId }) => hub.send([audience.supervisors(compId)], { type: "dayChanged" })),
    subscribe(broker, "call.recorded", recorded),
  ]);
  return async () => {
    for (const end of ends) await end();
  };
}
