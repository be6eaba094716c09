/** Whom an agent asks, or sends a call to: a seat, an extension, a skill group, a number outside, a queue, an access number. */
import { errors } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { callOf, isFree } from "../agent-machine.ts";
import { limits } from "../call/limits.ts";
import { partyOf, talkersOf } from "../call/parties.ts";
import type { AskedParty } from "../call/types.ts";
import { serviceOf } from "../../service.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { findTarget, isFull } from "./dialling.ts";

/** One of these. */
export interface Asked {
  readonly number?: string;
  readonly agentId?: string;
  readonly skillGroupId?: string;
}

export const ownerAlone = "只有会议创建人可以操作";

const refused = (msg: string): CommandReply => ({ code: -403, msg });

interface Found {
  readonly to: AskedParty;
  /** Reserved for the call, if somebody is signed in there. */
  readonly colleague?: AgentSession;
}

const takes = ({ agent, registered }: AgentSession): boolean => registered && isFree(agent);

/** The ready agent of a group who has waited longest. */
function ofGroup({ sessions }: StartDeps, own: AgentSession, skillGroupId: string): Found | CommandReply {
  const ready = [...sessions.all()].filter(
    (s) => s !== own && s.compId === own.compId && s.pooled && s.seat.groups.some(({ id }) => id === skillGroupId),
  );
  const colleague = ready.sort((a, b) => a.agent.idleSince - b.agent.idleSince)[0];
  return colleague ? { to: agentParty(colleague), colleague } : refused("该技能组当前没有空闲坐席");
}

function ofSeat({ sessions }: StartDeps, own: AgentSession, agentId: string): Found | CommandReply {
  if (agentId === own.agentId) return refused("不能选择自己");
  const colleague = sessions.get(own.compId, agentId);
  if (!colleague || colleague.agent.state.kind === "offline") return refused("对方坐席未签入");
  return takes(colleague) ? { to: agentParty(colleague), colleague } : refused("对方坐席忙，请稍后再试");
}

async function ofNumber(deps: StartDeps, own: AgentSession, number: string): Promise<Found | CommandReply> {
  const { compId, agentId, seat } = own;
  if (number === seat.extension) return refused("不能选择自己的分机");
  const { far, begin, displayed, service } = await findTarget(
    deps,
    { compId, extension: seat.extension, agentId },
    number,
  );
  const colleague = far.role === "agent" ? deps.sessions.byUser(far.user) : undefined;
  if (colleague && colleague.agent.state.kind !== "offline") return ofSeat(deps, own, colleague.agentId);
  if (begin.cause) return refused(reasonOf(begin.cause, begin.screened?.ok === false ? begin.screened.text : ""));
  if (isFull(deps, compId, service)) return refused("企业线路已占满，请稍后再试");
  return { to: { number: far.number, user: far.user, ...(displayed ? { displayed } : {}) } };
}

function reasonOf(cause: string, screened: string): string {
  if (screened) return screened;
  if (cause === "arrears") return errors.arrears.text;
  if (cause === "busy") return "对方正忙，请稍后再试";
  return cause === "numberUnknown" ? "号码不存在或对方未在线" : "当前无法呼叫该号码";
}

async function find(deps: StartDeps, own: AgentSession, asked: Asked): Promise<Found | CommandReply> {
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
): Promise<CommandReply> {
  const found = await find(deps, own, asked);
  if ("code" in found) return found;
  // Meanwhile the call may have ended.
  if (callOf(own.agent) !== callId) return { code: -404 };
  const { to, colleague } = found;
  if (colleague && !deps.sessions.apply(colleague, { type: "offer", callId })) return refused("对方坐席忙，请稍后再试");
  if (deps.calls.dispatch(callId, { type, agentId: own.agentId, to })) return { code: 1 };
  if (colleague) deps.sessions.apply(colleague, { type: "offerEnded", reason: "customerGone", restore: true });
  return { code: -403 };
}

const consult = (deps: StartDeps, own: AgentSession, callId: string, asked: Asked): Promise<CommandReply> =>
  bring(deps, own, callId, asked, "consult");

/** A skill group, a dispatch queue and an access number are routed to; everybody else is rung. */
async function transfer(
  deps: StartDeps,
  own: AgentSession,
  callId: string,
  asked: Asked & { readonly dispatchGroupId?: string },
): Promise<CommandReply> {
  const queue = asked.skillGroupId ?? asked.dispatchGroupId;
  if (queue === undefined) return bring(deps, own, callId, asked, "transfer");
  const kind = asked.skillGroupId === undefined ? "dispatchQueue" : "skillGroup";
  const to = { kind, id: queue } as const;
  const target = await deps.numbers.target(own.compId, to, deps.clock.now());
  if (!target) return refused("要转移到的队列不存在或已停用");
  if (callOf(own.agent) !== callId) return { code: -404 };
  const taken = deps.calls.dispatch(callId, { type: "transferTo", agentId: own.agentId, to, number: target.name });
  return taken ? { code: 1 } : { code: -403 };
}

/** Into a conference that this agent owns. */
async function invite(deps: StartDeps, own: AgentSession, callId: string, asked: Asked): Promise<CommandReply> {
  const call = deps.calls.get(callId);
  if (!call?.conference) return { code: -403 };
  if (partyOf(call, call.conference.owner)?.agentId !== own.agentId) return refused(ownerAlone);
  if (talkersOf(call).length >= limits.conference) return refused(`会议最多${limits.conference}方`);
  return bring(deps, own, callId, asked, "invite");
}

export interface Asking {
  invite(own: AgentSession, callId: string, asked: Asked): Promise<CommandReply>;
  consult(own: AgentSession, callId: string, asked: Asked): Promise<CommandReply>;
  transfer(
    own: AgentSession,
    callId: string,
    asked: Asked & { readonly dispatchGroupId?: string },
  ): Promise<CommandReply>;
}

export const createAsking = (deps: StartDeps): Asking => serviceOf(deps, { consult, transfer, invite });
