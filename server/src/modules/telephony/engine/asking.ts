/** Whom an agent asks, or sends a call to: a seat, an extension, a skill group, a number outside, a queue, an access number. */
import { errors } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { callOf, isFree } from "../agent-machine.ts";
import { step } from "../call-machine.ts";
import { mostOf } from "../call/conference.ts";
import { agentOf, leadsIt, talkersOf } from "../call/parties.ts";
import type { AskedParty, Call, CallInput, ConsultThen, NumberRef } from "../call/types.ts";
import { serviceOf } from "../../service.ts";
import { leadsNowhere, type Target as RoutingTarget, type TargetRef } from "../../numbers/index.ts";
import { agentParty, seatNumber } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { writeNote } from "./call-log.ts";
import { findTarget, isFull } from "./dialling.ts";
import { forwardsOf, hindrance } from "./forwarded.ts";
import { awayRefusal } from "./record-refusal.ts";
import { talkOf } from "./supervision.ts";

/** One of these. */
export interface Asked {
  readonly number?: string;
  readonly agentId?: string;
  readonly skillGroupId?: string;
}

export const leadersAlone = ({ meeting }: Pick<Call, "meeting">): string =>
  meeting ? "只有会议主持人可以操作" : "只有会议创建人可以操作";

/** Whoever asks: a seat, or somebody who has none. */
export interface Asker {
  readonly compId: string;
  readonly agentId: string | null;
  readonly extension: string;
}

const askerOf = ({ compId, agentId, seat }: AgentSession): Asker => ({ compId, agentId, extension: seat.extension });

const refused = (msg: string): CommandReply => ({ code: -403, msg });

interface Found {
  readonly to: AskedParty;
  /** What the log says of a number outside: what was applied to it. */
  readonly screened?: string;
  /** Reserved for the call, if somebody is signed in there. */
  readonly colleague?: AgentSession;
}

const takes = ({ agent, registered }: AgentSession): boolean => registered && isFree(agent);

/** The ready agent of a group who has waited longest. */
function ofGroup({ sessions }: StartDeps, own: Asker, skillGroupId: string): Found | CommandReply {
  const ready = [...sessions.all()].filter(
    (s) =>
      s.agentId !== own.agentId &&
      s.compId === own.compId &&
      s.pooled &&
      s.seat.groups.some(({ id }) => id === skillGroupId),
  );
  const colleague = ready.sort((a, b) => a.agent.idleSince - b.agent.idleSince)[0];
  return colleague
    ? { to: { ...agentParty(colleague), skillGroupId }, colleague }
    : refused("该技能组当前没有空闲坐席");
}

async function ofSeat({ sessions, numbers }: StartDeps, own: Asker, agentId: string): Promise<Found | CommandReply> {
  if (agentId === own.agentId) return refused("不能选择自己");
  const seat = await numbers.seat(own.compId, agentId);
  const colleague = sessions.get(own.compId, agentId);
  const forwards = seat ? forwardsOf(agentId, seat.forward, hindrance(colleague)) : {};
  if (seat && forwards.forwarding) return { to: { number: seatNumber(seat), name: seat.name, user: "", ...forwards } };
  if (!colleague || colleague.agent.state.kind === "offline") return refused("对方坐席未签入");
  if (!takes(colleague)) return refused("对方坐席忙，请稍后再试");
  return { to: { ...agentParty(colleague), ...forwards }, colleague };
}

async function ofNumber(deps: StartDeps, own: Asker, number: string): Promise<Found | CommandReply> {
  if (number === own.extension) return refused("不能选择自己的分机");
  const { far, begin, displayed, service } = await findTarget(deps, own, number);
  const { forwards, forwarding } = far;
  if (forwarding && forwards) return ofSeat(deps, own, forwards.agentId);
  const colleague = far.role === "agent" ? deps.sessions.byUser(far.user) : undefined;
  if (colleague && colleague.agent.state.kind !== "offline") return ofSeat(deps, own, colleague.agentId);
  if (begin.cause) return refused(reasonOf(begin.cause, begin.screened?.ok === false ? begin.screened.text : ""));
  if (isFull(deps, own.compId, service)) return refused("企业线路已占满，请稍后再试");
  const more = { ...(displayed ? { displayed } : {}), ...(forwards ? { forwards } : {}) };
  const text = begin.screened?.text;
  return { to: { number: far.number, user: far.user, ...more }, ...(text ? { screened: text } : {}) };
}

function reasonOf(cause: string, screened: string): string {
  if (screened) return screened;
  if (cause === "arrears") return errors.arrears.text;
  if (cause === "busy") return "对方正忙，请稍后再试";
  return cause === "numberUnknown" ? "号码不存在或对方未在线" : "当前无法呼叫该号码";
}

async function find(deps: StartDeps, own: Asker, asked: Asked): Promise<Found | CommandReply> {
  if (asked.agentId !== undefined) return ofSeat(deps, own, asked.agentId);
  if (asked.skillGroupId !== undefined) return ofGroup(deps, own, asked.skillGroupId);
  return ofNumber(deps, own, asked.number ?? "");
}

/** Reserves the colleague in one turn with the call's step, so that nothing can come between. */
async function bring(
  deps: StartDeps,
  own: AgentSession,
  callId: string,
  asked: Asked,
  type: "consult" | "transfer" | "invite",
  then?: ConsultThen,
): Promise<CommandReply> {
  const away = awayRefusal(deps.calls.get(callId));
  if (away) return away;
  const found = await find(deps, askerOf(own), asked);
  if ("code" in found) return found;
  // Meanwhile the call may have ended.
  if (callOf(own.agent) !== callId) return { code: -404 };
  return reserved(deps, callId, found, (to) =>
    then && type === "consult" ? { type, agentId: own.agentId, to, then } : { type, agentId: own.agentId, to },
  );
}

function reserved(
  deps: StartDeps,
  callId: string,
  { to, colleague, screened }: Found,
  input: (to: AskedParty) => CallInput,
): CommandReply {
  const { sessions, calls, clock } = deps;
  const before = calls.get(callId);
  // No telephone rings, and no wrap-up is broken into, for what the call refuses.
  if (!before || step(before, input(to), clock.now()).refused) return { code: -403 };
  if (colleague && !sessions.apply(colleague, { type: "offer", callId })) return refused("对方坐席忙，请稍后再试");
  if (calls.dispatch(callId, input(to))) {
    const call = calls.get(callId);
    if (call && screened)
      writeNote(deps, call, { actor: "engine", fact: { type: "screened", ok: true, text: screened } });
    return { code: 1 };
  }
  if (colleague) sessions.apply(colleague, { type: "offerEnded", reason: "customerGone", restore: true });
  return { code: -403 };
}

/** Into a meeting. by: who does it, as the log names him; name: of somebody who is no agent. */
export async function askIn(
  deps: StartDeps,
  callId: string,
  own: Asker,
  asked: Asked & { readonly name?: string; readonly host?: boolean; readonly autoAnswer?: boolean },
  by: string,
): Promise<CommandReply> {
  const found = await find(deps, own, asked);
  if ("code" in found) return found;
  const { name, host, autoAnswer = false } = asked;
  const more = { ...(name && !found.to.name ? { name } : {}), ...(host ? { host: true } : {}) };
  return reserved(deps, callId, found, (to) => ({
    type: "invite",
    agentId: "",
    by,
    to: { ...to, ...more },
    autoAnswer,
  }));
}

/** A supervisor, named for the log, gives the talk of an agent to another seat. */
async function switchTo(
  deps: StartDeps,
  { compId, by }: { readonly compId: string; readonly by: string },
  agentId: string,
  to: string,
): Promise<CommandReply> {
  if (to === agentId) return refused("该坐席正在这个通话中，请选择其他坐席");
  const talk = () => talkOf(deps, { compId }, agentId);
  const callId = talk();
  if (callId === undefined) return refused("该坐席当前不在通话中");
  const away = awayRefusal(deps.calls.get(callId));
  if (away) return away;
  const found = await ofSeat(deps, { compId, agentId: null, extension: "" }, to);
  if ("code" in found) return found;
  // Meanwhile the call may have ended.
  if (talk() !== callId) return { code: -404 };
  const done = reserved(deps, callId, found, (to) => ({ type: "switchTo", by, target: agentId, to }));
  return done.code === 1 ? { ...done, fields: { callId } } : done;
}

const consult = (
  deps: StartDeps,
  own: AgentSession,
  callId: string,
  asked: Asked,
  then?: ConsultThen,
): Promise<CommandReply> => bring(deps, own, callId, asked, "consult", then);

/** 挂起转: to a voice, from where he comes back by himself. */
async function suspend(deps: StartDeps, own: AgentSession, callId: string, id: string): Promise<CommandReply> {
  const away = awayRefusal(deps.calls.get(callId));
  if (away) return away;
  const target = await deps.numbers.suspendTarget(own.compId, id);
  if (!target) return refused("挂起转目标不存在或已停用");
  if (callOf(own.agent) !== callId) return { code: -404 };
  return { code: deps.calls.dispatch(callId, { type: "suspend", agentId: own.agentId, target }) ? 1 : -403 };
}

/** An access number of the own enterprise leads where it would lead a caller; undefined: the number is none. */
async function ofAccessNumber(
  { numbers, clock }: StartDeps,
  { compId }: Asker,
  number: string,
): Promise<{ readonly to: NumberRef; readonly name: string } | CommandReply | undefined> {
  if (!(await numbers.owns(compId, number))) return undefined;
  const plan = await numbers.callPlan(number, clock.now());
  if (plan?.compId !== compId) return refused("要转移到的接入号码已停用");
  if (leadsNowhere(plan)) return refused("该接入号码的目标已停用，不能转移");
  if (plan.target.kind === "meetingRoom") return refused("该接入号码通向会议室，不能转移");
  return { to: { kind: "accessNumber", id: number }, name: number };
}

type Sendable = Asked & { readonly dispatchGroupId?: string };

async function ofQueue(
  { numbers, clock }: StartDeps,
  { compId }: Asker,
  { skillGroupId, dispatchGroupId }: Sendable,
): Promise<{ readonly to: TargetRef; readonly name: string } | CommandReply | undefined> {
  const id = skillGroupId ?? dispatchGroupId;
  if (id === undefined) return undefined;
  const to = { kind: skillGroupId === undefined ? "dispatchQueue" : "skillGroup", id } as const;
  const target = await numbers.target(compId, to, clock.now());
  return target ? { to, name: target.name } : refused("要转移到的队列不存在或已停用");
}

/** A skill group, a dispatch queue and an access number are routed to; everybody else is rung. */
async function transfer(deps: StartDeps, own: AgentSession, callId: string, asked: Sendable): Promise<CommandReply> {
  const away = awayRefusal(deps.calls.get(callId));
  if (away) return away;
  const asker = askerOf(own);
  const found =
    asked.number === undefined ? await ofQueue(deps, asker, asked) : await ofAccessNumber(deps, asker, asked.number);
  if (!found) return bring(deps, own, callId, asked, "transfer");
  if ("code" in found) return found;
  if (callOf(own.agent) !== callId) return { code: -404 };
  const { to, name: number } = found;
  return { code: deps.calls.dispatch(callId, { type: "transferTo", agentId: own.agentId, to, number }) ? 1 : -403 };
}

/** Into a conference that this agent owns. */
async function invite(deps: StartDeps, own: AgentSession, callId: string, asked: Asked): Promise<CommandReply> {
  const call = deps.calls.get(callId);
  if (!call?.conference) return { code: -403 };
  const me = agentOf(call, own.agentId);
  if (!me || !leadsIt(call, me)) return refused(leadersAlone(call));
  if (talkersOf(call).length >= mostOf(call)) return refused(`会议最多${mostOf(call)}方`);
  return bring(deps, own, callId, asked, "invite");
}

/**
 * A number that a supervisor, or a flow, sends a caller to: an extension, or one outside if limits, blacklists and routes allow it.
 * displayedAs: what is shown there, if it is the enterprise's own.
 */
async function aim(
  deps: StartDeps,
  compId: string,
  number: string,
  displayedAs = "",
): Promise<RoutingTarget | CommandReply> {
  const { numbers, clock } = deps;
  const extension = await numbers.target(compId, { kind: "extension", id: number }, clock.now());
  if (extension) return extension;
  if (await numbers.owns(compId, number)) return refused("不能转移到本企业的接入号码，请选择技能组或调度队列");
  const given = displayedAs !== "" && (await numbers.owns(compId, displayedAs)) ? displayedAs : "";
  const nobody = { compId, agentId: null, extension: "" } as const;
  const { far, begin, displayed, service } = await findTarget(deps, nobody, number, given);
  if (begin.cause) return refused(reasonOf(begin.cause, begin.screened?.ok === false ? begin.screened.text : ""));
  if (isFull(deps, compId, service)) return refused("企业线路已占满，请稍后再试");
  return { kind: "outside", id: far.number, name: far.number, user: far.user, displayed: displayed ?? "" };
}

export interface Asking {
  aim(compId: string, number: string, displayed?: string): Promise<RoutingTarget | CommandReply>;
  invite(own: AgentSession, callId: string, asked: Asked): Promise<CommandReply>;
  consult(own: AgentSession, callId: string, asked: Asked, then?: ConsultThen): Promise<CommandReply>;
  suspend(own: AgentSession, callId: string, id: string): Promise<CommandReply>;
  switchTo(own: { readonly compId: string; readonly by: string }, agentId: string, to: string): Promise<CommandReply>;
  transfer(
    own: AgentSession,
    callId: string,
    asked: Asked & { readonly dispatchGroupId?: string },
  ): Promise<CommandReply>;
}

export const createAsking = (deps: StartDeps): Asking =>
  serviceOf(deps, { aim, consult, transfer, invite, suspend, switchTo });
