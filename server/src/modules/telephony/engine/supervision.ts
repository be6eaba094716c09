/** What a monitor does to the call of another agent, and to that agent's state. Whether he may was asked before (cti/supervising.ts). */
import type { RecordAction } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { callOf, isFree } from "../agent-machine.ts";
import type { Person, SuperviseMode } from "../call/party.ts";
import { heardBy } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Calls } from "./calls.ts";
import { recordRefusal } from "./record-refusal.ts";

export interface SupervisionDeps {
  readonly calls: Calls;
  readonly sessions: AgentSessions;
}

/** Who does it: a monitor at his seat, or an administrator, who has none. */
export interface Supervisor {
  readonly compId: string;
  /** Work number, or the name of the account. */
  readonly by: string;
  /** As the agent reads it. */
  readonly title: string;
}

export const monitorOf = ({ compId, agentId, seat }: AgentSession): Supervisor => ({
  compId,
  by: agentId,
  title: `班长${seat.name}（${agentId}）`,
});

const refused = (msg: string): CommandReply => ({ code: -403, msg });

/** The call that the agent talks in. */
export function talkOf(
  { sessions }: SupervisionDeps,
  own: { readonly compId: string },
  agentId: string,
): string | undefined {
  const state = sessions.get(own.compId, agentId)?.agent.state;
  return state?.kind === "engaged" ? state.callId : undefined;
}

/** listen, whisper or insert; on the same leg when this monitor is in the call already. */
export function supervise(
  deps: SupervisionDeps,
  own: AgentSession,
  agentId: string,
  mode: SuperviseMode,
): CommandReply {
  if (agentId === own.agentId) return refused("不能监控自己");
  const callId = talkOf(deps, own, agentId);
  if (callId === undefined) return refused("该坐席当前不在通话中");
  const present = callOf(own.agent);
  if (present !== undefined && present !== callId) return refused("您正在另一个通话中");
  if (present === undefined) {
    if (!isFree(own.agent)) return refused("当前状态不能执行此操作");
    if (!own.registered) return refused("话机未注册，无法监听");
    deps.sessions.apply(own, { type: "dial", callId }, own.agentId);
  }
  if (deps.calls.dispatch(callId, { type: "supervise", by: agentParty(own), target: agentId, mode }))
    return { code: 1, fields: { callId } };
  if (present === undefined) deps.sessions.apply(own, { type: "callEnded", wrapUpMs: 0 });
  return { code: -403 };
}

/** He hears nobody's talk, or another agent's than the one he names, whose call would be taken under a wrong name. */
export function hearsNot(call: Call | undefined, by: Person, agentId: string): CommandReply | undefined {
  const heard = call && heardBy(call, by);
  if (!heard) return refused("您没有在监听该坐席的通话");
  return heard.agentId === agentId ? undefined : refused(`您正在监听的不是坐席${agentId}的通话`);
}

/** The monitor has the call from now on that he supervises, which is the named agent's. */
export function takeOver(deps: SupervisionDeps, own: AgentSession, agentId: string): CommandReply {
  const callId = callOf(own.agent) ?? "";
  const refusal = hearsNot(deps.calls.get(callId), { agentId: own.agentId }, agentId);
  if (refusal) return refusal;
  return deps.calls.dispatch(callId, { type: "takeOver", by: { agentId: own.agentId } })
    ? { code: 1, fields: { callId } }
    : { code: -403 };
}

export function endCall(deps: SupervisionDeps, own: Supervisor, agentId: string): CommandReply {
  const callId = talkOf(deps, own, agentId);
  if (callId === undefined) return refused("该坐席当前不在通话中");
  return deps.calls.dispatch(callId, { type: "endByMonitor", by: own.by, target: agentId })
    ? { code: 1, fields: { callId } }
    : { code: -403 };
}

/** The recording of the agent's talk, where it does not go on by itself. */
export function record(
  deps: SupervisionDeps,
  own: Supervisor,
  agentId: string,
  action: RecordAction,
  text: string,
): CommandReply {
  const callId = talkOf(deps, own, agentId);
  if (callId === undefined) return refused("该坐席当前不在通话中");
  return deps.calls.dispatch(callId, { type: "recordControl", agentId, action, by: own.by, text })
    ? { code: 1, fields: { callId } }
    : recordRefusal(deps.calls.get(callId), action, { agentId, by: own.by });
}

/** 1: an agent who is busy or wraps up is ready; 2: busy. In a call, or away, nothing is forced. */
export function force(deps: SupervisionDeps, own: Supervisor, agentId: string, state: 1 | 2): CommandReply {
  const session = deps.sessions.get(own.compId, agentId);
  if (!session || session.agent.state.kind === "offline") return refused("该坐席未签入");
  if (!isFree(session.agent)) return refused("该坐席正在通话中，不能切换状态");
  const { state: now } = session.agent;
  // Nothing to force: he stays busy for his own reason. Out of a custom status he is.
  if (state === 2 && now.kind === "busy" && now.customStatusId === undefined) return refused("该坐席已是忙碌状态");
  const input =
    state === 1
      ? ({ type: "setReady", reason: "byMonitor" } as const)
      : ({ type: "setBusy", reason: "byMonitor" } as const);
  const actor = `monitor:${own.by}`;
  if (!deps.sessions.apply(session, input, actor)) return refused("该坐席已是空闲状态");
  deps.sessions.message(session, {
    type: state === 1 ? "seatForceReady" : "seatBusy",
    agentId,
    by: own.title,
  });
  return { code: 1 };
}

/** Signs the agent out of the call centre; a call of his goes on to its end first. */
export function forceOut(deps: SupervisionDeps, own: Supervisor, agentId: string): CommandReply {
  const session = deps.sessions.get(own.compId, agentId);
  if (!session || session.agent.state.kind === "offline") return refused("该坐席未签入");
  if (callOf(session.agent) !== undefined) return refused("该坐席正在通话中，请先结束通话");
  deps.sessions.apply(session, { type: "leave", reason: "byMonitor" }, `monitor:${own.by}`);
  deps.sessions.notify(session, "notice", { level: "warning", msg: `您已被${own.title}强制签出` });
  return { code: 1 };
}
