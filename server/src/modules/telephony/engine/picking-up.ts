/** 代接: what rings at another seat, or waits in a queue, is brought to the one who asks. Whether he may was asked before. */
import type { CommandReply } from "../../../ports/engine.ts";
import { isWithRobot } from "../call/robot.ts";
import { callOf, isFree } from "../agent-machine.ts";
import type { Call } from "../call/types.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Calls } from "./calls.ts";

export interface PickUpDeps {
  readonly calls: Calls;
  readonly sessions: AgentSessions;
}

const refused = (msg: string): CommandReply => ({ code: -403, msg });

/** robot: it was taken from one. */
export const pickedUp = (call: Call): Readonly<Record<string, string>> => ({
  callId: call.callId,
  ...(isWithRobot(call) ? { robot: "1" } : {}),
});

/** A call of the own enterprise that waits, rings at a seat, or is a robot's. */
export function pickUp({ calls, sessions }: PickUpDeps, own: AgentSession, callId: string): CommandReply {
  const call = calls.get(callId);
  if (!call || call.compId !== own.compId) return { code: -404, msg: "该来电已挂断或不存在" };
  if (call.phase.kind !== "waiting" && call.phase.kind !== "offering" && !isWithRobot(call))
    return refused("该来电当前不能代接");
  if (callOf(own.agent) !== undefined) return refused("您正在另一个通话中");
  if (!isFree(own.agent)) return refused("当前状态不能执行此操作");
  if (!own.registered) return refused("话机未注册，无法代接");
  sessions.apply(own, { type: "offer", callId }, own.agentId);
  const fields = pickedUp(call);
  if (calls.dispatch(callId, { type: "pickUp", by: agentParty(own) })) return { code: 1, fields };
  sessions.apply(own, { type: "offerEnded", reason: "customerGone", restore: true });
  return refused("该来电当前不能代接");
}

export const notRinging = refused("该坐席没有正在振铃的来电");

export function ringsAt(
  { sessions }: Pick<PickUpDeps, "sessions">,
  compId: string,
  agentId: string,
): string | undefined {
  const state = sessions.get(compId, agentId)?.agent.state;
  return state?.kind === "offered" ? state.callId : undefined;
}

/** What rings at the seat of another agent. */
export function pickUpAt(deps: PickUpDeps, own: AgentSession, agentId: string): CommandReply {
  const callId = ringsAt(deps, own.compId, agentId);
  return callId !== undefined && agentId !== own.agentId ? pickUp(deps, own, callId) : notRinging;
}
