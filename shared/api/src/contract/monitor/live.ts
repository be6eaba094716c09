/** The states of seats as they are followed live: over the message socket (docs/protocol.md, M10) and over CTI links (C10). */
import type { AgentCallView, AgentReason } from "../states.ts";

export type LiveMode = "listen" | "whisper" | "insert";

/** The call a seat is offered, dials or talks in. */
export interface LiveCall extends Pick<
  AgentCallView,
  "callId" | "direction" | "phase" | "number" | "skillGroupName" | "ringingAt" | "answeredAt" | "held" | "recording"
> {
  /** Who supervises this seat in it: work numbers, names of administrators' accounts. */
  readonly supervisors: readonly { readonly by: string; readonly seatless?: true; readonly mode: LiveMode }[];
  /** Of a monitor's own seat: whose call it is. */
  readonly supervises?: string;
}

/** Times are epoch ms of the server. */
export interface LiveAgent {
  readonly agentId: string;
  /** Seat status code (states.ts). */
  readonly code: number;
  /** Name of the custom status. */
  readonly statusName?: string;
  readonly reason: AgentReason;
  /** 0: it was not signed in since the engine started. */
  readonly since: number;
  /** The custom status lasts too long, or the wrap-up is over, from then on. */
  readonly endsAt?: number;
  /** Its telephone can be rung. */
  readonly registered: boolean;
  /** Quality of its leg, realtime.md section 4; while it is in a call. */
  readonly level?: number;
  readonly call?: LiveCall;
}

/** full: these and no others; else those that have changed. */
export interface AgentPull {
  readonly full: boolean;
  readonly agents: readonly LiveAgent[];
  /** Why nobody can be followed. */
  readonly desc?: string;
}

/** Seats that are followed, by work number; '*': all that the caller may follow. */
export type FollowedSeats = readonly string[] | "*";

/** ms over which changes are merged, for each who follows. */
export const pullMs = 250;

/** Pages that show seats live: who has none of them follows nobody. */
export const livePages = ["/realtimemonitoring", "/headmanmonitor", "/skillgroupmonitor", "/queuelist"] as const;

/** What a seat that was never signed in looks like. */
export const offlineSeat = (agentId: string): LiveAgent => ({
  agentId,
  code: 0,
  reason: "signOut",
  since: 0,
  registered: false,
});
