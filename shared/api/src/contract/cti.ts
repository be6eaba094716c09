/**
 * The CTI text codec (realtime.md section 7: "text commands in a pipe- and ampersand-separated format with message type
 * event, command or response"). The specification shows no exact format; ours is docs/protocol.md, section CTI:
 *
 *     type|name|key=value&key=value
 *
 * Keys are [A-Za-z][A-Za-z0-9]*; values are percent-encoded (encodeURIComponent), so neither '|' nor '&' nor '=' nor a line
 * break can stand in one. A line is at most 16,384 characters. Unknown keys are ignored, unknown names answered with -400.
 */
import type { DeviceKind, RecordAction } from "./states.ts";

export type CtiType = "event" | "command" | "response";

export interface CtiLine {
  readonly type: CtiType;
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The longest event is a call with eight members (further ones have lines of their own, call-lines.ts) and 2 KB of call data, which
 * percent-encoding makes three times as long; a character of a name may be nine.
 */
export const ctiMaxLine = 16_384;

export class CtiSyntaxError extends Error {
  /** Which it is that cannot be read, where it is one of them. */
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.name = "CtiSyntaxError";
    this.field = field;
  }
}

const types = new Set<string>(["event", "command", "response"]);
const word = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

export const encodeFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([k, v]) => `${k}=${encodeURIComponent(v)}`)
    .join("&");

/** Throws CtiSyntaxError on anything that encodeFields could not have made. */
export function decodeFields(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of text === "" ? [] : text.split("&")) {
    const at = pair.indexOf("=");
    const key = at < 0 ? "" : pair.slice(0, at);
    if (!word.test(key)) throw new CtiSyntaxError("bad field");
    if (key in fields) throw new CtiSyntaxError(`field ${key} given twice`, key);
    try {
      fields[key] = decodeURIComponent(pair.slice(at + 1));
    } catch {
      throw new CtiSyntaxError(`field ${key} is not percent-encoded UTF-8`, key);
    }
    // No text of the product has one, and no database keeps it.
    if (fields[key].includes("\0")) throw new CtiSyntaxError(`field ${key} holds a NUL`, key);
  }
  return fields;
}

export const encodeCti = (line: CtiLine): string => `${line.type}|${line.name}|${encodeFields(line.fields)}`;

/** Throws CtiSyntaxError on anything that encodeCti could not have made. */
export function decodeCti(text: string): CtiLine {
  if (text.length > ctiMaxLine) throw new CtiSyntaxError("line too long");
  const parts = text.split("|");
  if (parts.length !== 3) throw new CtiSyntaxError("a line has three parts");
  const [type, name, rest] = parts as [string, string, string];
  if (!types.has(type)) throw new CtiSyntaxError("unknown message type");
  if (!word.test(name)) throw new CtiSyntaxError("bad name");
  return { type: type as CtiType, name, fields: decodeFields(rest) };
}

/** Path of the CTI socket on the product's port; getCti answers {domain, port, serverId}. */
export const ctiPath = "/cti/ws";

/** CTI link timings, realtime.md sections 4 and 9, ms. */
export const ctiTimings = {
  retry: 2_000,
  check: 15_000,
  extensionCheck: 10_000,
  softphoneCheck: 10_000,
  softphoneFirst: 5_000,
  networkReply: 5_000,
  hangupCleanup: 400,
  dtmf: 100,
} as const;

/** A number that is called: `number` of makeCall, consult, transfer and meetingInvite, typed or not. */
export const isCallNumber = (text: string): boolean => /^[0-9]{1,20}$/.test(text);
/** What a field says that holds another text, and what such a command is answered with. */
export const callNumberText = "号码只能是数字，最多20位";

/** 安全输入 (secureEntry). */
export const secureEntryLimits = {
  /** Characters. */
  name: 20,
  digits: { usual: 20, most: 32 },
  seconds: { usual: 60, least: 10, most: 120 },
} as const;

/** One of both, or both where they belong together. */
type OfAgent = { agentId?: string; callId?: string };

/**
 * Commands of this link, each `command|NAME|seq=N&...` and answered once by `response|NAME|seq=N&code=C&msg=...` (code 1
 * is success). Numbers are decimal, times epoch ms, flags 0 or 1.
 */
export interface CtiCommands {
  /**
   * ticket: single use, from POST /ws/api/v1/ticket; or password: its lower-case hex MD5. instance: this browser tab. takeMedia 1:
   * become the media owner. Administrators say type=admin, compId, userName and the ticket instead.
   */
  login: {
    ticket: string;
    compId: string;
    agentId: string;
    extension: string;
    terminalType: string;
    instance: string;
    takeMedia: "0" | "1";
  };
  logout: Record<never, string>;
  getAgentState: Record<never, string>;
  /** state 1 ready, 2 busy; customStatus: id of a bound custom status. In a call it begins afterwards. */
  setState: { state: "1" | "2"; customStatus?: string };
  /** What the page's device check came to in this session. why: what failed; '' : it was passed. */
  deviceCheck: { why: string };
  /**
   * number: extension, or a registered customer's number; ref: a sealed reference to one, for this seat alone. callType: fixCallType
   * (3 for a reservation), default 1. taskId: of a task that the seat has joined.
   */
  makeCall: ({ number: string } | { ref: string }) & { callType?: string; callData?: string; taskId?: string };
  hangup: { callId: string };
  /** 随路数据 of the own call. callData: JSON of keys and texts, 2 KB in all; an empty text takes its key out. */
  setCallData: { callId: string; callData: string };
  /** Answered with callData. */
  getCallData: { callId: string };
  /** The own audio goes to the other telephone (外线号码) or back: when it is answered there. */
  moveDevice: { callId: string; to: DeviceKind };
  hold: { callId: string };
  unhold: { callId: string };
  /**
   * Asks somebody while the customer hears music. One of number (an extension or a number outside), agentId, skillGroup (id; its
   * ready agent who has waited longest). then: what follows by itself when he answers; the call is his (成功转), or all three talk
   * (三方转).
   */
  consult: { callId: string; number?: string; agentId?: string; skillGroup?: string; then?: "transfer" | "meeting" };
  /** The asked party goes, the customer is back. */
  consultCancel: { callId: string };
  /** 转移: the asked party takes the customer over. */
  tranfer: { callId: string };
  /** Customer, agent and asked party in one conference. */
  meeting: { callId: string };
  /** Brings somebody into the conference that this agent owns: one of number, agentId, skillGroup (id). Eight at most are in it. */
  meetingInvite: { callId: string; number?: string; agentId?: string; skillGroup?: string };
  /** Of its owner. member: an id of the call's members; muted 1: nobody hears him. */
  meetingMute: { callId: string; member: string; muted: "0" | "1" };
  meetingRemove: { callId: string; member: string };
  meetingEnd: { callId: string };
  /** 转接 without asking, to one of number, agentId, skillGroup, dispatchGroup (ids). Nobody answers: the call comes back. */
  transfer: { callId: string; number?: string; agentId?: string; skillGroup?: string; dispatchGroup?: string };
  /** 挂起转. start: the customer goes to the voice target (id) and comes back by himself; takeBack: he is fetched back. */
  suspendTransfer: { callId: string; action: "start" | "takeBack"; target?: string };
  /** The recording of the own talk; a pause lasts 180 s at most. text: of a mark, 50 characters at most. */
  recordControl: { callId: string; action: RecordAction; text?: string };
  /**
   * 安全输入: the customer types what nobody in the call hears. start: digits (1 to 32, default 20), seconds (10 to 120, default 60), name
   * (20 characters at most, in words: 银行卡号); finish: what was typed is the result; cancel: it is none.
   */
  secureEntry: {
    callId: string;
    action: "start" | "finish" | "cancel";
    name?: string;
    digits?: string;
    seconds?: string;
  };
  /** Of monitors: starts or stops the recording of an agent's talk that is not recorded by itself, or marks a place in it. */
  assistRecord: OfAgent & { action: "start" | "stop" | "mark"; text?: string };
  /**
   * Of monitors and administrators, over an agent of theirs who talks. mode listen (default): nobody hears; whisper: the agent alone
   * does. Like all that follow it names the agent, or his call; extension: where an administrator hears.
   */
  monitor: OfAgent & { mode?: "listen" | "whisper"; extension?: string };
  /** 强插: everybody hears the monitor. */
  insert: OfAgent & { extension?: string };
  /**
   * 接管: the monitor has the call of this agent, which he supervises, from now on. target: another seat of his instead, which rings;
   * he need not supervise then. In vain, the call comes back as a transfer does.
   */
  switch: OfAgent & { target?: string };
  /** 代接: what rings at this agent, or a call that waits, rings at the monitor from now on, and is answered by itself. */
  pickup: OfAgent & { extension?: string };
  /** Whose states are told live on this link, with those told so far: work numbers between commas, or *. Of monitors and administrators. */
  showAgentIds: { agentIds: string };
  hideAgentIds: { agentIds: string };
  /** Of supervisors: a dialling task begins, or dials no further. */
  taskStart: { taskId: string };
  taskStop: { taskId: string };
  /** The own seat joins a task, or leaves it. */
  taskJoin: { taskId: string };
  taskExit: { taskId: string };
  /**
   * 呼转 of the own seat, or of an agent who is supervised: mode always, or busy, noAnswer and offline between commas; number: an
   * extension, or a number outside; without one, the number that is set stays.
   */
  setTransferNumber: OfAgent & { mode: string; number?: string };
  cancelTransferNumber: OfAgent;
  /** 强拆. */
  forceHangup: OfAgent;
  forceReady: OfAgent;
  forceBusy: OfAgent;
  /** Signs the agent out. */
  forceExit: OfAgent;
  /** digits: 0-9 * # A-D; sent one a 100 ms. */
  dtmf: { callId: string; digits: string };
  finishWrapUp: Record<never, string>;
  /** Makes the wrap-up longer by what `agentState` says in extendMs, once. */
  extendWrapUp: Record<never, string>;
  /** The message that the seat is offered becomes its own; answered with callId, in which it was left. */
  acceptMessage: { id: string };
  /** It is offered to somebody else. */
  declineMessage: { id: string };
  /** Forced reset: ends whatever call the agent is in and goes to busy (bar state 1 → 2). */
  recover: Record<never, string>;
  /** Become the agent's media owner in this tab: the bar there lets go and the call's audio moves here. */
  takeMedia: Record<never, string>;
}
export type CtiCommandName = keyof CtiCommands;

/** Events: `event|NAME|...`. After every login the server sends agentState, call or callEnd, and mediaOwner: the whole truth. */
export interface CtiEvents {
  /**
   * code: seatStatus; reason: key of agentReasons; endsAt: when the wrap-up ends, or a custom status has lasted too
   * long. now: the server's clock.
   */
  agentState: {
    code: string;
    reason: string;
    since: string;
    now: string;
    endsAt?: string;
    /** Of a wrap-up: by how many ms it may be made longer, once; fixed 1: it cannot be finished by hand. */
    extendMs?: string;
    fixed?: string;
    customStatusId?: string;
    customStatusName?: string;
    /** In a call, and in a wrap-up of a fixed length: 1 or 2, what follows; and the name of the custom status that it is. */
    restCode?: string;
    restStatusName?: string;
  };
  /** json: BarCall. */
  call: { json: string; now: string };
  /** Members of this call beyond those in `call`: from is the place of the first of them. json: ConferenceMember[]. */
  callMembers: { callId: string; from: string; json: string };
  /** No call (any more). cause: key of endCauses. */
  callEnd: { callId: string; cause: string };
  /** instance of the tab that owns the media; empty: none. */
  mediaOwner: { instance: string };
  /** 呼转 of the own seat: modes of contract/forward between commas, and where to; both '': calls are not forwarded. */
  transferNumber: { mode: string; number: string };
  /** json: MessageOffer (message-offer.ts); '': none. */
  messageOffer: { json: string };
  /** Signed in elsewhere: the page logs out and does not reconnect. */
  forceOut: { msg: string };
  /** Something the agent must read, e.g. after a server restart. level: info | warning | error. */
  notice: { level: string; msg: string };
  /** Quality of the agent's own leg: -1 broken, 0 normal, 1 poor, 2 good, 3 and 4 excellent (realtime.md section 4). */
  quality: { level: string; loss: string; jitterMs: string };
  /** States of the seats that are shown (showAgentIds). full 1: the first line of the whole. json: LiveAgent[]. desc: why nobody is. */
  agentStates: { full: "0" | "1"; json: string; desc?: string };
}
export type CtiEventName = keyof CtiEvents;
export type CtiEvent = {
  readonly [K in CtiEventName]: { readonly name: K; readonly fields: CtiEvents[K] };
}[CtiEventName];

/** What each event must carry. */
const eventFields: { readonly [K in CtiEventName]: readonly (keyof CtiEvents[K])[] } = {
  agentState: ["code", "reason", "since", "now"],
  call: ["json", "now"],
  callMembers: ["callId", "from", "json"],
  callEnd: ["callId", "cause"],
  mediaOwner: ["instance"],
  transferNumber: ["mode", "number"],
  messageOffer: ["json"],
  forceOut: ["msg"],
  notice: ["level", "msg"],
  quality: ["level", "loss", "jitterMs"],
  agentStates: ["full", "json"],
};
/** An event that this build knows, whole; others are from a newer server. */
export const isCtiEvent = (line: { readonly name: string; readonly fields: object }): line is CtiEvent =>
  Object.hasOwn(eventFields, line.name) &&
  eventFields[line.name as CtiEventName].every((field) => field in line.fields);
