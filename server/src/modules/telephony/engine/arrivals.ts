/** New calls: an INVITE from a SIP user, or a number dialled in the bar. Looks up who and where, then hands over to Calls. */
import { errors, texts, type CallData, type EndCause } from "@liantai/api/contract";
import { echoNumber } from "@liantai/api/contract/device-check";
import type { CommandReply, LiveMeeting, MeetingOrder } from "../../../ports/engine.ts";
import type { LegId } from "../../../ports/switch.ts";
import { serviceOf } from "../../service.ts";
import type { DualRequest } from "../topics.ts";
import { isFree } from "../agent-machine.ts";
import type { CallPlan } from "../../numbers/index.ts";
import type { CallTask } from "../tasks.ts";
import { agentParty } from "./agent-party.ts";
import type { Call } from "../call/types.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { dial, findTarget } from "./dialling.ts";
import type { Entrant, Extension } from "./entry.ts";
import { dualCall } from "./dual.ts";
import { dialIn, liveMeetings, orderMeeting } from "./meetings.ts";
import { fromCustomer, fromNetwork, mayEnter, takeIn, type Incoming } from "./inbound.ts";

/** The bar says why at once; other causes come with the call's end. */
const refusals: Partial<Record<EndCause, string>> = {
  arrears: errors.arrears.text,
  suspended: "企业已停用，无法呼叫",
  overConcurrency: "企业通话数已达上限，请稍后再试",
};

/** Rejects when something could not be looked up. */
async function incoming(deps: StartDeps, event: Incoming, entrant: Entrant): Promise<void> {
  // Back-pressure: a call whose record cannot be written is better not taken.
  if (deps.eventLog.overloaded()) return deps.switch.hangup(event.leg, "failed");
  if (entrant.kind === "network") return fromNetwork(deps, event, entrant.callPlan);
  if (entrant.kind === "guest") return fromCustomer(deps, event.leg, entrant.guest, event.to);
  return fromExtension(deps, event.leg, entrant.extension, event.to);
}

/** The code of the room that a number leads to. */
const roomOf = ({ target }: CallPlan): string | undefined =>
  target.kind === "meetingRoom" ? target.room?.code : undefined;

async function fromExtension(deps: StartDeps, leg: LegId, own: Extension, dialled: string): Promise<void> {
  const to =
    dialled.startsWith(own.compId) && dialled.length > own.compId.length ? dialled.slice(own.compId.length) : dialled;
  const echoes = to === echoNumber;
  const found = echoes ? undefined : await deps.numbers.callPlan(to, deps.clock.now());
  const callPlan = found?.compId === own.compId ? found : undefined;
  const entry = callPlan && (await mayEnter(deps, callPlan, own.extension));
  const code = callPlan ? roomOf(callPlan) : to;
  const room = code === undefined || echoes ? undefined : await deps.numbers.room(own.compId, code, own.agentId ?? "");
  const target = callPlan || echoes || room ? undefined : await findTarget(deps, own, to);
  const session = deps.sessions.byUser(own.user);
  // A call is somebody's: who is not signed in at the seat makes none, and nothing is recorded of it.
  if (!session || session.agentId !== own.agentId || session.agent.state.kind === "offline")
    return deps.switch.hangup(leg, "forbidden");
  // The device is its agent's: an agent has one call.
  if (!isFree(session.agent)) return deps.switch.hangup(leg, "busy");
  const me = { ...agentParty(session), role: "agent", leg } as const;
  if (room) return dialIn(deps, session, room, leg).code === 1 ? undefined : deps.switch.hangup(leg, "busy");
  if (echoes) return deps.echo.answer(leg, own.user);
  if (callPlan && entry) return takeIn(deps, callPlan, me, entry, session);
  if (target) dial(deps, own.compId, me, to, target, session);
}

/** Why the bar may not call this number now. */
function refusalOf(session: AgentSession, number: string): CommandReply | undefined {
  if (!isFree(session.agent)) return { code: -403 };
  if (!session.registered) return { code: -403, msg: "话机未注册，无法呼叫" };
  return number === session.seat.extension ? { code: -403, msg: "不能呼叫自己的分机" } : undefined;
}

/** What comes along with a number. callType: fixCallType of whoever asks. */
interface Asked {
  readonly callType: number;
  /** By a sealed reference: it goes out as what was asked for (callType), whatever the seat's callStyle. */
  readonly referred?: boolean;
  readonly callData?: CallData | undefined;
  readonly task?: CallTask | undefined;
  readonly callbackOf?: Call["callbackOf"];
}

/** Two may press at once: who is being called back is called once. */
const isCalledBack = ({ calls }: StartDeps, compId: string, of: Call["callbackOf"]): boolean =>
  of !== undefined && calls.ofEnterprise(compId).some(({ callbackOf }) => callbackOf?.callId === of.callId);

/** From the bar: the agent's own browser is called first. */
async function makeCall(
  deps: StartDeps,
  session: AgentSession,
  number: string,
  { callType, referred, callData, task, callbackOf }: Asked,
): Promise<CommandReply> {
  const { compId, agentId } = session;
  const early = refusalOf(session, number);
  if (early) return early;
  if (deps.eventLog.overloaded()) return { code: -403, msg: texts.busy };
  // What a task, a press on a customer or a callback dials is a telephone, whatever rooms have such a code.
  const room = task || referred || callbackOf ? undefined : await deps.numbers.room(compId, number, agentId);
  if (room) return refusalOf(session, number) ?? dialIn(deps, session, room);
  const target = await findTarget(
    deps,
    { compId, extension: session.seat.extension, agentId, skillGroupId: callbackOf?.skillGroupId },
    number,
    task?.displayed,
  );
  const data = callData ?? (callbackOf && (await deps.contacts.dataOf(compId, callbackOf.callId)));
  // The agent may have been offered a call meanwhile.
  const late = refusalOf(session, number);
  if (late) return late;
  if (isCalledBack(deps, compId, callbackOf)) return { code: -403, msg: "正在回拨该客户" };
  const me = { ...agentParty(session), role: "agent" } as const;
  const { callStyle, terminalType } = session.seat;
  const goesOut =
    callStyle === 1 || referred
      ? ({ callStyle: 1, callType } as const)
      : ({ callStyle: 0, callType: terminalType } as const);
  const more = {
    goesOut,
    ...(data ? { callData: data } : {}),
    ...(task ? { task } : {}),
    ...(task?.attemptId ? { callId: task.attemptId } : {}),
    ...(callbackOf ? { callbackOf } : {}),
  };
  const { callId, cause } = dial(deps, compId, me, number, target, session, more);
  const msg = target.begin.screened?.ok === false ? target.begin.screened.text : cause && refusals[cause];
  if (msg === undefined) return { code: 1, fields: { callId } };
  // Refused or not, it has a record, by which the attempt of its task is closed.
  return { code: -403, msg, ...(task?.attemptId ? { fields: { callId } } : {}) };
}

export interface Arrivals {
  meetings(compId: string): readonly LiveMeeting[];
  meeting(compId: string, roomId: string, order: MeetingOrder): Promise<CommandReply>;
  incoming(event: Incoming, entrant: Entrant): Promise<void>;
  dualCall(asked: DualRequest): Promise<CommandReply>;
  makeCall(session: AgentSession, number: string, asked: Asked): Promise<CommandReply>;
}

export const createArrivals = (deps: StartDeps): Arrivals =>
  serviceOf(deps, { incoming, makeCall, dualCall, meetings: liveMeetings, meeting: orderMeeting });
