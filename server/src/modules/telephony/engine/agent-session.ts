/** The agents the engine knows: their state, their browsers, their device. */
import { seatStatus, statusCodeOf, type AgentReason, type CtiEventName, type EndCause } from "@liantai/api/contract";
import type { CallLines } from "@liantai/api/contract/call-lines";
import type { Timer } from "../../../ports/clock.ts";
import type { StatusEntry } from "../../seats/index.ts";
import type { SeatInfo } from "../../numbers/index.ts";
import { callEvents } from "./call-events.ts";
import { offlineAgent, restAfter } from "../agent-machine.ts";
import type { Agent } from "../agent-types.ts";

export interface Connection {
  readonly id: string;
  readonly gateway: string;
  readonly sessionId: string;
  readonly instance: string;
  readonly order: number;
}

/** why: what failed; '': it was passed. */
export interface TabCheck {
  readonly instance: string;
  readonly sessionId: string;
  readonly why: string;
}

export type SessionTimer = "wrapUp" | "status" | "device" | "sockets" | "owner";

/** An agent that is or was signed in: the one mutable record of it. */
export class AgentSession {
  readonly key: string;
  readonly compId: string;
  readonly agentId: string;
  seat: SeatInfo;
  agent: Agent;
  /** Why the state is what it is. */
  reason: AgentReason = "signOut";
  hideNumbers = false;
  readonly connections = new Map<string, Connection>();
  /** Of the browser that connected last. */
  sessionId = "";
  /** Instance of the tab that owns the audio. */
  owner = "";
  registered = false;
  /** Quality of its leg, as last measured in this call. */
  level: number | undefined;
  /** SIP instance that registered last. */
  device = "";
  /** The queue machine may offer. */
  pooled = false;
  /** Groups in which it counts as signed in. */
  attends: SeatInfo["groups"] | undefined;
  /** Those of them in which it may take calls: none in a custom status. */
  works: SeatInfo["groups"] | undefined;
  /** The seat was changed in a call; undefined: disabled or deleted. Taken up when the call is over. */
  changed: { readonly seat: SeatInfo | undefined } | undefined;
  /** Calls to access numbers answered on a day, and which day (its first ms). */
  taken = { day: 0, calls: 0 };
  /** MessageOffer as its pages have it; '': none. */
  offer = "";
  v = 0;
  callView: (CallLines & { readonly callId: string }) | undefined;
  lastEnd: { readonly callId: string; readonly cause: EndCause } | undefined;
  /** Since when no browser is connected; undefined: one is. */
  aloneSince: number | undefined;
  /** Told once at the next login. */
  notice: string | undefined;
  /** What device checks came to, as the tabs said that made them. */
  checks: readonly TabCheck[] = [];
  /** The custom status it was let into last. */
  status: StatusEntry | undefined;
  /** Its snapshot as last written. */
  kept: string | undefined;
  readonly timers = new Map<SessionTimer, Timer>();

  constructor(seat: SeatInfo, now: number) {
    this.seat = seat;
    this.compId = seat.compId;
    this.agentId = seat.agentId;
    this.key = agentKey(seat.compId, seat.agentId);
    this.agent = offlineAgent(now);
  }

  clear(name: SessionTimer): void {
    this.timers.get(name)?.cancel();
    this.timers.delete(name);
  }
}

/** A tab's last one counts. Of tabs that are gone none is kept but that of the audio's owner, who may come back. */
export function keepCheck(session: AgentSession, check: TabCheck): void {
  const { owner, connections, checks } = session;
  const here = new Set([owner, ...[...connections.values()].map(({ instance }) => instance)]);
  session.checks = [...checks.filter(({ instance }) => instance !== check.instance && here.has(instance)), check];
}

/** Of the tab that has the audio, if it was made in this login; undefined: none was. */
export const checkOf = ({ owner, checks }: AgentSession, sessionId: string): string | undefined =>
  checks.find((check) => check.instance === owner && check.sessionId === sessionId)?.why;

export const agentKey = (compId: string, agentId: string): string => `${compId}/${agentId}`;
export const groupKey = (compId: string, groupId: string): string => `${compId}/${groupId}`;
/** The agent's or group's id of a key. */
export const plainKey = (key: string): string => key.slice(key.indexOf("/") + 1);

/** The agentState event of contract cti.ts. */
export function stateFields(session: AgentSession, now: number): Record<string, string> {
  const { state } = session.agent;
  const rest = restAfter(session.agent);
  return {
    code: String(statusCodeOf(state)),
    reason: session.reason,
    since: String(state.since),
    now: String(now),
    ...(state.kind === "wrapUp" && state.extendMs ? { extendMs: String(state.extendMs) } : {}),
    ...(state.kind === "wrapUp" && state.fixed ? { fixed: "1" } : {}),
    ...("endsAt" in state && state.endsAt !== undefined ? { endsAt: String(state.endsAt) } : {}),
    ...(state.kind === "busy" && state.customStatusId ? { customStatusId: state.customStatusId } : {}),
    ...(state.kind === "busy" && state.customStatusName ? { customStatusName: state.customStatusName } : {}),
    ...(rest ? { restCode: String(rest.kind === "ready" ? seatStatus.idle : seatStatus.busy) } : {}),
    ...(rest?.kind === "busy" && rest.customStatusName ? { restStatusName: rest.customStatusName } : {}),
  };
}

/** Its calls go elsewhere: it is offered none out of a queue. */
export const forwardsAll = ({ seat }: AgentSession): boolean => seat.forward?.modes.includes("always") === true;

/** The transferNumber event of contract cti.ts. */
export const forwardFields = ({ seat: { forward } }: AgentSession): Record<string, string> => ({
  mode: forward?.modes.join() ?? "",
  number: forward?.to ?? "",
});

export interface AgentEvent {
  readonly name: CtiEventName;
  readonly fields: Readonly<Record<string, string>>;
}

/** Everything a page that logged in needs to know. */
export function snapshot(session: AgentSession, now: number): AgentEvent[] {
  const call: AgentEvent[] = session.callView
    ? callEvents(session.callView.callId, session.callView, now)
    : [
        {
          name: "callEnd",
          fields: { callId: session.lastEnd?.callId ?? "", cause: session.lastEnd?.cause ?? "completed" },
        },
      ];
  return [
    { name: "agentState", fields: stateFields(session, now) },
    ...call,
    { name: "mediaOwner", fields: { instance: session.owner } },
    { name: "transferNumber", fields: forwardFields(session) },
    { name: "messageOffer", fields: { json: session.offer } },
  ];
}
