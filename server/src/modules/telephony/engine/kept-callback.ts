/** A callback as the engine keeps it: with the call that is made for it, and as monitors see it wait. */
import type { Timer } from "../../../ports/clock.ts";
import type { WaitingCall } from "../../../ports/engine.ts";
import type { GroupPlan } from "../../numbers/index.ts";
import type { QueuedContact } from "../../queued-contacts/index.ts";
import { nearOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import { agentKey, plainKey } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";

export interface KeptCallback {
  contact: QueuedContact;
  /** One after the other. */
  writes: Promise<unknown>;
  timer?: Timer;
  /** The call in which he asks, while he is in it: dialled now, his telephone would be busy. */
  onLine?: string;
  /** The call that is made for it now, and how far that is. */
  calling?: { readonly callId: string; readonly agent: string; dialled: boolean };
}

/** With the call that the engine before was making for it, should it go on (K35): nobody is dialled twice. */
export function goingOn(contact: QueuedContact, calls: readonly Call[]): KeptCallback["calling"] {
  const made = calls.find(
    ({ compId, callbackOf }) => compId === contact.compId && callbackOf?.callId === contact.callId,
  );
  const agentId = made && nearOf(made)?.agentId;
  if (!made || agentId === undefined) return undefined;
  return { callId: made.callId, agent: agentKey(made.compId, agentId), dialled: contact.state === "dialling" };
}

export const waitingCallback = ({ contact, calling }: KeptCallback, ahead: number | undefined): WaitingCall => ({
  callId: contact.callId,
  callback: { id: contact.id, tries: contact.tries, nextAt: contact.nextAt },
  number: contact.number,
  accessNumber: contact.accessNumber,
  groupIds: [contact.skillGroupId],
  queueName: null,
  arrivedAt: contact.arrivedAt,
  queuedAt: contact.arrivedAt,
  ahead: ahead ?? 0,
  waitMs: null,
  boostMs: contact.boostMs,
  movedMs: contact.movedMs,
  offered: [],
  ringing: calling ? plainKey(calling.agent) : null,
});

/** undefined: it is gone or out of service. */
export async function groupOf(
  { numbers, clock, logger }: Pick<StartDeps, "numbers" | "clock" | "logger">,
  { compId, skillGroupId, id }: Pick<QueuedContact, "compId" | "skillGroupId" | "id">,
): Promise<GroupPlan | undefined> {
  const target = await numbers
    .target(compId, { kind: "skillGroup", id: skillGroupId }, clock.now())
    .catch((error: unknown) => void logger.error({ error, id }, "the group of a callback could not be looked up"));
  return target?.kind === "skillGroup" ? target.queue.groups.find((group) => group.id === skillGroupId) : undefined;
}
