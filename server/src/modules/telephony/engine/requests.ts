/** What other processes ask of the engine over the topic telephony.engine. */
import type { Switch } from "../../../ports/switch.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { callOf } from "../agent-machine.ts";
import { farOf, nearOf, talkersOf } from "../call/parties.ts";
import { isWithRobot } from "../call/robot.ts";
import { queueOf } from "../call/types.ts";
import { noCall, notNow, ok } from "../cti/commands/command.ts";
import { administer, runCommand } from "../cti/commands/index.ts";
import type { CallPlace, EngineRequest, SurveyRequest } from "../topics.ts";
import type { FlowPort } from "../flows.ts";
import type { Numbers } from "../../numbers/index.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Asking } from "./asking.ts";
import type { Calls } from "./calls.ts";
import type { Connections } from "./connections.ts";
import type { LiveAgents } from "./live-agents.ts";
import type { MessageOffers } from "./message-offers.ts";
import { robotsNow } from "./robots-now.ts";
import type { SessionStatuses } from "./custom-statuses.ts";
import { answerQueue, type QueueVerbDeps } from "./queue-verbs.ts";
import type { TalkTaps } from "./talk-taps.ts";
import { answerSeat } from "./seat-verbs.ts";

export interface EngineParts extends QueueVerbDeps {
  readonly logger: Logger;
  readonly flows: Pick<FlowPort, "survey">;
  readonly clock: Clock;
  readonly switch: Switch;
  readonly numbers: Pick<Numbers, "callPlan" | "extension" | "target">;
  readonly calls: Calls;
  readonly taps: TalkTaps;
  readonly sessions: AgentSessions;
  readonly statuses: SessionStatuses;
  readonly arrivals: Arrivals;
  readonly asking: Asking;
  readonly connections: Connections;
  readonly live: LiveAgents;
  readonly messages: MessageOffers;
}

async function survey(
  { sessions, calls, flows, logger }: EngineParts,
  { compId, agentId, callId }: SurveyRequest,
): Promise<CommandReply> {
  const isHis = () => {
    const session = sessions.get(compId, agentId);
    return session !== undefined && callOf(session.agent) === callId;
  };
  if (!isHis()) return noCall;
  const flow = await flows.survey(compId).catch((error: unknown) => {
    logger.error({ error, callId }, "the flow that asks for marks could not be read; the built-in question is asked");
    return undefined;
  });
  // The customer may have hung up meanwhile.
  if (!isHis()) return noCall;
  if (calls.dispatch(callId, { type: "survey", agentId, ...(flow ? { flow } : {}) })) return ok;
  // A callback that is still being prepared is his call already, and no call yet.
  const call = calls.get(callId);
  return call && farOf(call).role !== "customer" ? { code: -403, msg: "内部通话不能邀请评价" } : notNow;
}

function whereIs({ calls }: EngineParts, compId: string, callId: string): CallPlace | undefined {
  const call = calls.get(callId);
  if (call?.compId !== compId) return undefined;
  const { agentId } = nearOf(call) ?? {};
  const groupIds =
    calls.queue.ahead(callId) !== undefined
      ? (queueOf(call)?.groups.slice(0, call.joined) ?? []).map(({ id }) => id)
      : [];
  const agentIds = talkersOf(call).flatMap((party) => party.agentId ?? []);
  const robot = isWithRobot(call) ? ({ robot: true } as const) : {};
  return { ...(agentId === undefined ? {} : { agentId }), agentIds, groupIds, ...robot };
}

/** What one enterprise's engine is asked. */
export type EnterpriseRequest = Exclude<EngineRequest, { readonly verb: "alive" | "awaits" }>;

export async function answerRequest(parts: EngineParts, r: EnterpriseRequest): Promise<unknown> {
  const { calls, sessions, connections } = parts;
  switch (r.verb) {
    case "attach":
      return connections.attach(r);
    case "reattach":
      return connections.reattach(r.links);
    case "detach":
      return connections.detach(r.compId, r.agentId, r.connection) ?? null;
    case "assist":
      return parts.taps.request(r);
    case "robots":
      return robotsNow(calls.ofEnterprise(r.compId), parts.clock.now());
    case "meetings":
      return parts.arrivals.meetings(r.compId);
    case "meeting":
      return parts.arrivals.meeting(r.compId, r.roomId, r.order);
    case "dualCall":
      return parts.arrivals.dualCall(r);
    case "serves":
      return sessions.served(r.compId, r.groupIds).length > 0;
    case "administer":
      return administer(parts, r, r.name, r.fields);
    case "hearing":
      return calls.administrators.snapshot(r.sessionId);
    case "whereIs":
      return whereIs(parts, r.compId, r.callId) ?? null;
    case "live":
      return parts.live.follow(r.compId, r.whole);
    case "survey":
      return survey(parts, r);
    case "moveUp":
      if (calls.get(r.callId)?.compId === r.compId && calls.queue.moveUp(r.callId, r.by, r.name)) return true;
      return parts.callbacks.moveUp(r.compId, r.callId, r.by, r.name);
    case "queues":
    case "sendOn":
    case "pickUp":
    case "emergency":
    case "cancelCallback":
    case "callNow":
    case "callBack":
    case "join":
      return answerQueue(r, parts);
    case "inCall":
    case "retire":
    case "registrations":
    case "dropDevice":
    case "bindStatus":
      return answerSeat(r, parts);
    case "command": {
      const session = sessions.get(r.compId, r.agentId);
      const connection = session?.connections.get(r.connection);
      if (!session || !connection) return { code: -1 };
      return runCommand(r.name, { ...parts, session, connection }, r.fields);
    }
  }
}
