/** Every event of the CTI link and what the client does about it. */
import {
  endCauses,
  readMessageOffer,
  seatStatus,
  seatStatusText,
  type AgentCallView,
  type AgentReason,
  type ConferenceMember,
  type CtiEventName,
  type CtiEvents,
  type EndCause,
} from "@liantai/api/contract";
import { withKnownMembers, withMembers } from "@liantai/api/contract/call-lines";
import type { BusNotification } from "@liantai/bus";
import type { AgentView } from "@liantai/api/client";
import type { AgentClientPorts } from "./ports.ts";

/** What an event does to the client. */
interface CtiEventTarget {
  readonly ports: Pick<AgentClientPorts, "store" | "bus">;
  lastRing: { readonly call: AgentCallView; readonly cause: string } | undefined;
  notify(text: string, level?: BusNotification["level"], id?: string): void;
  clockIs(server: number): void;
  callIs(call: AgentCallView | null, cause: string): void;
  mediaOwnerIs(owner: string): void;
  forcedOut(sentence: string): void;
  switchQuality(level: number): void;
}

/** Of the CTI link, whatever a page cannot read is told to the agent, never dropped in silence (K32). */
export const tellUnreadable = (client: Pick<CtiEventTarget, "notify">): void =>
  client.notify("收到无法识别的话务消息，请刷新页面", "error", "cti-line");

/** What an event carries as JSON; undefined, and the agent told, where it is none or not what it should be. */
function carried<T extends object>(
  json: string,
  fits: (found: Partial<T>) => boolean,
  client: CtiEventTarget,
): T | undefined {
  try {
    const found: unknown = JSON.parse(json);
    if (typeof found === "object" && found !== null && fits(found)) return found as T;
  } catch {
    // No JSON at all is told like JSON that is something else.
  }
  tellUnreadable(client);
  return undefined;
}

type Handlers = { readonly [K in CtiEventName]: (fields: CtiEvents[K], client: CtiEventTarget) => void };

const levels = new Set(["info", "success", "warning", "error"]);

const causes: Readonly<Record<string, string>> = endCauses;

/** Ends of an outbound call that the server refuses so fast that the bar never saw it. */
const neverBegan: ReadonlySet<string> = new Set<EndCause>([
  "numberUnknown",
  "barred",
  "busy",
  "rejected",
  "unreachable",
  "noAnswer",
  "failed",
]);

/** Of a ring at this agent that came to nothing: what the agent did or did not do, and not the other party. */
const missed: Readonly<Record<string, string>> = {
  noAnswer: "振铃超时未接",
  rejected: "您已拒接",
  unreachable: "话机未注册",
};

/** Reasons of agentReasons with which a ring that came to nothing makes the agent busy. */
const madeBusy: ReadonlySet<string> = new Set<AgentReason>(["noAnswer", "declined", "deviceGone"]);

const nowBusy = (agent: AgentView | null, call: AgentCallView): boolean =>
  agent?.code === seatStatus.busy && madeBusy.has(agent.reason) && agent.since >= call.ringingAt;

/** What an agent would otherwise have to guess: why nobody answered, why a conversation broke off, why it is busy now. */
function notifyEnd(call: AgentCallView, cause: string, client: CtiEventTarget): void {
  const why = causes[cause];
  if (!why || cause === "completed" || cause === "cancelled") return;
  if (call.answeredAt !== undefined) client.notify(`通话已结束：${why}`, "warning", "call-ended");
  else if (call.direction === "inbound" || call.phase === "ringing")
    client.notify(
      `来电未接：${missed[cause] ?? why}${nowBusy(client.ports.store.telephony().agent, call) ? "，已将您置为忙碌" : ""}`,
      missed[cause] ? "warning" : "info",
      "call-ended",
    );
  else client.notify(`呼叫未接通：${why}`, "warning", "call-ended");
}

const handlers: Handlers = {
  /** Screens follow seats over the message socket. */
  agentStates: () => undefined,
  agentState(fields, client) {
    const agent: AgentView = {
      code: Number(fields.code),
      reason: fields.reason,
      since: Number(fields.since),
      ...(fields.endsAt ? { endsAt: Number(fields.endsAt) } : {}),
      ...(fields.extendMs ? { extendMs: Number(fields.extendMs) } : {}),
      ...(fields.fixed ? { fixed: true } : {}),
      ...(fields.customStatusName ? { customStatusName: fields.customStatusName } : {}),
      ...(fields.restCode
        ? {
            rest: {
              code: Number(fields.restCode),
              ...(fields.restStatusName ? { customStatusName: fields.restStatusName } : {}),
            },
          }
        : {}),
    };
    client.clockIs(Number(fields.now));
    client.ports.store.change({ agent });
    client.ports.bus.publish("call.info", client.ports.store.telephony().callInfo);
    const { lastRing } = client;
    if (lastRing && nowBusy(agent, lastRing.call)) notifyEnd(lastRing.call, lastRing.cause, client);
    if (agent.code !== seatStatus.ringing) client.lastRing = undefined;
    client.ports.bus.publish("agent.state", {
      code: agent.code,
      text: seatStatusText(agent.code, agent.customStatusName),
      since: agent.since,
      reason: agent.reason,
      ...(agent.endsAt === undefined ? {} : { endsAt: agent.endsAt }),
    });
  },

  call(fields, client) {
    const call = carried<AgentCallView>(fields.json, ({ callId }) => typeof callId === "string", client);
    if (!call) return;
    client.clockIs(Number(fields.now));
    client.callIs(withKnownMembers(call, client.ports.store.telephony().call), "");
  },

  callMembers({ callId, from, json }, client) {
    const { call } = client.ports.store.telephony();
    if (call?.callId !== callId) return;
    const members = carried<ConferenceMember[]>(json, Array.isArray, client);
    if (members) client.callIs(withMembers(call, Number(from), members), "");
  },

  callEnd({ callId, cause }, client) {
    const present = client.ports.store.telephony().call;
    // A late event of an earlier call must not end the present one; an empty id means that there is none.
    if (present && callId && present.callId !== callId) return;
    client.callIs(null, cause);
    if (present?.phase === "ringing") client.lastRing = { call: present, cause };
    if (present) notifyEnd(present, cause, client);
    else if (callId && neverBegan.has(cause)) client.notify(`呼叫未接通：${causes[cause]}`, "warning", "call-ended");
  },

  transferNumber: (forward, client) => client.ports.store.change({ forward }),

  mediaOwner: ({ instance }, client) => client.mediaOwnerIs(instance),

  messageOffer({ json }, client) {
    const offer = json === "" ? null : readMessageOffer(json);
    if (offer === undefined) tellUnreadable(client);
    // One that cannot be read is none: what was offered before is over, too.
    client.ports.store.change({ offer: offer ?? null });
  },

  forceOut: ({ msg }, client) => client.forcedOut(msg),

  notice({ level, msg }, client) {
    client.notify(msg, levels.has(level) ? (level as "info") : "info");
  },

  /** The switch's view of this leg; the browser's own is finer and wins while it has one. */
  quality: ({ level }, client) => client.switchQuality(Number(level)),
};

export function handleCtiEvent<K extends CtiEventName>(name: K, fields: CtiEvents[K], client: CtiEventTarget): void {
  handlers[name](fields, client);
}
