/** Who is in calls, and whereto they lead, in walks of the call machine. */
import type { AskedParty, Routed } from "../call/types.ts";
import { bareGroup } from "./bare.ts";

const queue = (groupId: string) =>
  ({
    name: "组",
    groups: [bareGroup(groupId)],
    maxWaitMs: 0,
    announceEveryMs: 0,
    notice: { everyMs: 0, text: "" },
    overflow: { full: { kind: "none", id: "" }, wait: { kind: "none", id: "" }, absent: { kind: "none", id: "" } },
  }) as const;

export const routedTo = (groupId: string): Routed => ({
  target: { kind: "skillGroup", id: groupId, name: "组", queue: queue(groupId) },
  served: [groupId],
});

export const routedToSeat = (id: string): Routed => ({
  target: { kind: "seat", id, name: id, extension: id, user: id },
  served: [],
});

export const seatParty = (agentId: string): AskedParty & { readonly agentId: string; readonly wrapUpMs: number } => ({
  number: agentId,
  user: agentId,
  agentId,
  wrapUpMs: 500,
});

/** A number outside. */
export const outsideParty: AskedParty = { number: "139", user: "out", displayed: "4001", wrapUpMs: 0 };

/** Somebody without a seat, who hears calls. */
export const administrator = { sessionId: "s", by: "王主管", hideNumbers: false } as const;
export const administratorParty: AskedParty = { number: administrator.by, user: "adm", administrator };
