/** The agents the engine knows: their state, their browsers, their device. */
import { statusCodeOf, type AgentReason, type CtiEventName, type EndCause } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import type { SeatInfo } from "../../numbers/index.ts";
import { offlineAgent, type Agent } from "../agent-machine.ts";

export interface Connection {
  readonly id: string;
  readonly gateway: string;
  readonly sessionId: string;
  readonly instance: string;
  readonly order: number;
}

export type DeskTimer = "wrapUp" | "status" | "device" | "sockets" | "owner";

/** An agent at a desk. The one mutable record of it. */
export class Desk {
  readonly key: string;
  readonly compId: string;
  readonly agentId: string;
  seat: SeatInfo;
  agent: Agent;
  /** Why the state is what it is. */
  reason: AgentReason = "signOut";
  hideNumbers = false;
  readonly connections = new Map<string, Connection>();
  /** Instance of the tab that owns the audio. */
  owner = "";
  registered = false;
  /** SIP instance that registered last. */
  device = "";
  /** The queue machine may offer. */
  pooled = false;
  /** The seat was changed in a call; undefined: disabled or deleted. Taken up when the call is over. */
  changed: { readonly seat: SeatInfo | undefined } | undefined;
  /** Calls to access numbers answered on a day, and which day (its first ms). */
  taken = { day: 0, calls: 0 };
  v = 0;
  bar: { readonly callId: string; readonly json: string } | undefined;
  lastEnd: { readonly callId: string; readonly cause: EndCause } | undefined;
  /** Since when no browser is connected; undefined: one is. */
  aloneSince: number | undefined;
  /** Told once at the next login. */
  notice: string | undefined;
  readonly timers = new Map<DeskTimer, Timer>();

  constructor(seat: SeatInfo, now: number) {
    this.seat = seat;
    this.compId = seat.compId;
    this.agentId = seat.agentId;
    this.key = deskKey(seat.compId, seat.agentId);
    this.agent = offlineAgent(now);
  }

  clear(name: DeskTimer): void {
    this.timers.get(name)?.cancel();
    this.timers.delete(name);
  }
}

export const deskKey = (compId: string, agentId: string): string => `${compId}/${agentId}`;
export const groupKey = (compId: string, groupId: string): string => `${compId}/${groupId}`;

/** The agentState event of contract cti.ts. */
export function stateFields(desk: Desk, now: number): Record<string, string> {
  const { state } = desk.agent;
  return {
    code: String(statusCodeOf(state)),
    reason: desk.reason,
    since: String(state.since),
    now: String(now),
    ...("endsAt" in state && state.endsAt !== undefined ? { endsAt: String(state.endsAt) } : {}),
    ...(state.kind === "busy" && state.customStatusId ? { customStatusId: state.customStatusId } : {}),
    ...(state.kind === "busy" && state.customStatusName ? { customStatusName: state.customStatusName } : {}),
  };
}

export interface Told {
  readonly name: CtiEventName;
  readonly fields: Readonly<Record<string, string>>;
}

/** The whole truth for a page that logged in. */
export function snapshot(desk: Desk, now: number): Told[] {
  const call: Told = desk.bar
    ? { name: "call", fields: { json: desk.bar.json, now: String(now) } }
    : { name: "callEnd", fields: { callId: desk.lastEnd?.callId ?? "", cause: desk.lastEnd?.cause ?? "completed" } };
  return [
    { name: "agentState", fields: stateFields(desk, now) },
    call,
    { name: "mediaOwner", fields: { instance: desk.owner } },
  ];
}
