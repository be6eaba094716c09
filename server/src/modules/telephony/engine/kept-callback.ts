/** A callback as the engine keeps it: with the call that is made for it, and as monitors see it wait. */
import type { Timer } from "../../../ports/clock.ts";
import type { WaitingCall } from "../../../ports/engine.ts";
import type { GroupPlan } from "../../numbers/index.ts";
import type { QueuedContact } from "../../queued-contacts/index.ts";
import { nearOf } from "../call/parties.ts";
import { boostOf } from "../call/priority.ts";
import type { Call } from "../call/types.ts";
import { agentKey, plainKey } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";

export interface Kept {
  contact: QueuedContact;
  /** One after the other. */
  writes: Promise<unknown>;
  timer?: Timer;
  /** The call in which he asks, while he is in it: dialled now, his telephone would be busy. */
  onLine?: string;
  /** The call that is made for it now, and how far that is. */
  calling?: { readonly callId: string; readonly agent: string; dialled: boolean };
}

/** In his place of now, before what his group adds to it. */
export function askedBy(call: Call, asked: Pick<QueuedContact, "id" | "number" | "skillGroupId">): QueuedContact {
  const { compId, callId, accessNumber = null, startedAt, movedMs } = call;
  const place = { arrivedAt: startedAt, boostMs: boostOf(call), movedMs };
  return { ...asked, ...place, compId, callId, accessNumber, state: "waiting", tries: 0, nextAt: null };
}

/** With the call that the engine before was making for it, should it go on (K35): nobody is dialled twice. */
export function goingOn(contact: QueuedContact, calls: readonly Call[]): Kept["calling"] {
  const made = calls.find(
    ({ compId, callbackOf }) => compId === contact.compId && callbackOf?.callId === contact.callId,
  );
  const agentId = made && nearOf(made)?.agentId;
  if (!made || agentId === undefined) return undefined;
  return { callId: made.callId, agent: agentKey(made.compId, agentId), dialled: contact.state === "dialling" };
}

export const waitingCallback = ({ contact, calling }: Kept, ahead: number | undefined): WaitingCall => ({
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

/** Until a group is looked for again that could not be looked up. */
export const groupAgainMs = 5_000;

/** undefined: it is gone or out of service. Rejects where that could not be looked up. */
export async function groupOf(
  { numbers, clock }: Pick<StartDeps, "numbers" | "clock">,
  { compId, skillGroupId }: Pick<QueuedContact, "compId" | "skillGroupId">,
): Promise<GroupPlan | undefined> {
  const target = await numbers.target(compId, { kind: "skillGroup", id: skillGroupId }, clock.now());
  return target?.kind === "skillGroup" ? target.queue.groups.find((group) => group.id === skillGroupId) : undefined;
}

/** The same, but of a failure nothing is known: it is logged, and nobody's callback ends by it. */
export const soughtGroup = (
  { logger, ...deps }: Pick<StartDeps, "numbers" | "clock" | "logger">,
  contact: Pick<QueuedContact, "compId" | "skillGroupId" | "id">,
): Promise<GroupPlan | undefined | "unknown"> =>
  groupOf(deps, contact).catch((error: unknown) => {
    logger.error({ error, id: contact.id }, "the group of a callback could not be looked up");
    return "unknown";
  });
