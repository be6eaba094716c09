/** 会议室: meetings of rooms as other modules order them; who may is asked there. */
import { texts } from "@liantai/api/contract";
import type { CommandReply, Invitee, LiveMeeting, LiveMember, MeetingOrder, RoomInfo } from "../../../ports/engine.ts";
import type { LegId } from "../../../ports/switch.ts";
import { mostOf } from "../call/conference.ts";
import type { Party } from "../call/party.ts";
import { farOf, talkersOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import type { DialledRoom } from "../../numbers/index.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import { askIn, type Asker } from "./asking.ts";
import { recordRefusal } from "./record-refusal.ts";
import { beginCall, type StartDeps } from "./call-start.ts";

const over: CommandReply = { code: -404, msg: "该会议室当前没有会议" };
const refused = (msg: string): CommandReply => ({ code: -403, msg });

/** The call of a room's meeting. */
export const meetingOf = ({ calls }: Pick<StartDeps, "calls">, compId: string, roomId: string): Call | undefined =>
  calls.meetings(compId).find(({ meeting }) => meeting?.roomId === roomId);

/** Of a room that holds none; its call's id. */
export function openMeeting(deps: StartDeps, compId: string, room: RoomInfo, by: string): string {
  const { roomId, name, code, max, enterMuted, tone, waitForHost, record } = room;
  return beginCall(
    deps,
    {
      compId,
      direction: "internal",
      caller: code,
      callee: code,
      far: { role: "room", number: code, user: "", name },
      meeting: { roomId, name, code, max, enterMuted, tone, waitForHost, record },
      wrapUpMs: 0,
    },
    { by },
  );
}

/** A seat dials the room's code: leg, from its telephone; none, from its bar. Whoever is known there is not asked for the pin. */
export function dialIn(deps: StartDeps, session: AgentSession, room: DialledRoom, leg?: LegId): CommandReply {
  const { calls, sessions } = deps;
  const { compId, agentId } = session;
  const { hostPin, memberPin } = room;
  const callId = meetingOf(deps, compId, room.roomId)?.callId ?? openMeeting(deps, compId, room, agentId);
  const full = refused("会议室人数已满");
  if (!sessions.apply(session, { type: "dial", callId })) return refused("坐席正在通话中");
  const to = {
    ...agentParty(session),
    ...(leg ? { leg } : {}),
    ...(room.hosts ? { host: true } : {}),
    ...(!room.known && memberPin !== "" ? { door: { keys: "", tries: 0, hostPin, memberPin } } : {}),
  };
  const taken = leg ? calls.takeIn(callId, leg, { type: "enter", to }) : calls.dispatch(callId, { type: "enter", to });
  if (taken) return { code: 1, fields: { callId } };
  sessions.apply(session, { type: "callEnded", wrapUpMs: 0 });
  return full;
}

/** A caller whose number leads to the room: his leg goes over into its meeting, which begins with him where there is none. */
export function letIn(deps: StartDeps, call: Call, { leg, room, host }: Extract<CallEffect, { do: "goIn" }>): void {
  const { calls } = deps;
  const { callId, compId, accessNumber } = call;
  const held = meetingOf(deps, compId, room.roomId);
  if (held && talkersOf(held).length >= mostOf(held)) return void calls.dispatch(callId, { type: "roomFull" });
  const { number, user, name } = farOf(call);
  const meetingId = held?.callId ?? openMeeting(deps, compId, room, "caller");
  calls.dispatch(callId, { type: "wentIn", meetingId });
  const to = {
    number,
    user,
    leg,
    ...(name ? { name } : {}),
    ...(accessNumber ? { displayed: accessNumber } : {}),
    ...(host ? { host } : {}),
  };
  calls.takeIn(meetingId, leg, { type: "enter", to, asked: true });
}

const invitation = ({ agentId, number, name, host }: Invitee) => ({
  ...(agentId ? { agentId } : { number: number ?? "" }),
  ...(name ? { name } : {}),
  ...(host ? { host } : {}),
});

/** Nobody asks for himself: an own seat is rung as any other. */
const outside = (compId: string): Asker => ({ compId, agentId: null, extension: "" });

/** own: the seat of whoever opens it, which is rung first and answers by itself. Whom it could not ring is said with the reason. */
async function init(
  deps: StartDeps,
  compId: string,
  { room, by, own, members }: Extract<MeetingOrder, { do: "init" }>,
): Promise<CommandReply> {
  if (deps.eventLog.overloaded()) return refused(texts.busy);
  const service = await deps.numbers.service(compId, deps.clock.now());
  if (!service.enabled) return refused("企业已停用，不能召开会议");
  if (meetingOf(deps, compId, room.roomId)) return refused("该会议室正在开会");
  const callId = openMeeting(deps, compId, room, by);
  const missed: string[] = [];
  for (const each of [...(own ? [{ agentId: own, host: true }] : []), ...members]) {
    const reply = await askIn(
      deps,
      callId,
      outside(compId),
      { ...invitation(each), ...(each.agentId === own ? { autoAnswer: true } : {}) },
      by,
    );
    if (reply.code !== 1) missed.push(`${each.name ?? each.agentId ?? ""}：${reply.msg ?? "无法邀请"}`);
  }
  return { code: 1, fields: { meetingId: callId, missed: JSON.stringify(missed) } };
}

async function invite(
  deps: StartDeps,
  { compId, callId, ...call }: Call,
  { to, by }: Extract<MeetingOrder, { do: "invite" }>,
): Promise<CommandReply> {
  const there = talkersOf(call);
  if (there.length >= mostOf(call)) return refused(`会议室最多${mostOf(call)}人`);
  const already = there.some(({ agentId, number }) => (to.agentId ? agentId === to.agentId : number === to.number));
  return already ? refused("对方已在会议中") : askIn(deps, callId, outside(compId), invitation(to), by);
}

function orderOf({ calls }: StartDeps, call: Call, order: MeetingOrder): CommandReply {
  const { callId } = call;
  const { by } = order;
  const done = (ok: boolean): CommandReply => (ok ? { code: 1 } : refused("成员不在会议中，或当前状态不能执行此操作"));
  const who = { agentId: "", by };
  switch (order.do) {
    case "mute":
      return done(calls.dispatch(callId, { type: "muteMember", ...who, member: order.member, muted: order.muted }));
    case "muteAll":
      return done(calls.dispatch(callId, { type: "muteAll", ...who, muted: order.muted }));
    case "record": {
      const { action } = order;
      const ok = calls.dispatch(callId, { type: "recordControl", ...who, action, meeting: true });
      return ok ? { code: 1 } : recordRefusal(call, action, { agentId: "", by, meeting: true });
    }
    case "remove":
      return done(calls.dispatch(callId, { type: "removeMember", ...who, member: order.member }));
    default:
      return done(calls.dispatch(callId, { type: "endMeeting", ...who }));
  }
}

export async function orderMeeting(
  deps: StartDeps,
  compId: string,
  roomId: string,
  order: MeetingOrder,
): Promise<CommandReply> {
  if (order.do === "init") return init(deps, compId, order);
  const call = meetingOf(deps, compId, roomId);
  if (!call) return over;
  return order.do === "invite" ? invite(deps, call, order) : orderOf(deps, call, order);
}

const memberShown = ({ id, number, agentId, name, host, muted, up, lost, upAt }: Party): LiveMember => ({
  id,
  number,
  agentId: agentId ?? "",
  name: name ?? "",
  host: host === true,
  muted,
  state: lost ? "lost" : up ? "in" : "ringing",
  since: upAt ?? null,
});

/** What is held now. */
export const liveMeetings = ({ calls }: Pick<StartDeps, "calls">, compId: string): readonly LiveMeeting[] =>
  calls.meetings(compId).map((call) => ({
    roomId: call.meeting?.roomId ?? "",
    meetingId: call.callId,
    startedAt: call.startedAt,
    recording: { state: call.recorder.state, auto: call.recorder.auto },
    members: talkersOf(call).map(memberShown),
  }));
