/**
 * The engine of one enterprise: its agents, calls, queue, places, callbacks, meetings and decisions. It shares nothing with those of
 * others but the switch, whose events reach it by the legs that are its own.
 */
import type { Database } from "../../../ports/database.ts";
import type { SwitchEvent } from "../../../ports/switch.ts";
import type { EventLog } from "../../event-log/index.ts";
import { createCustomStatuses } from "../../seats/index.ts";
import { AgentSessions } from "./agent-sessions.ts";
import { createArrivals, type Arrivals } from "./arrivals.ts";
import type { Call } from "../call/types.ts";
import { AnswerTaps } from "./answer-taps.ts";
import { createAsking } from "./asking.ts";
import { Callbacks } from "./callbacks.ts";
import { Calls } from "./calls.ts";
import { Connections } from "./connections.ts";
import { createSessionStatuses, type SessionStatuses } from "./custom-statuses.ts";
import type { EngineDeps } from "./deps.ts";
import { Echo } from "./echo.ts";
import { forward } from "./forwarding.ts";
import { createAgentKeeper } from "./keeping.ts";
import { LiveAgents } from "./live-agents.ts";
import { knock } from "./meeting-doors.ts";
import { letIn } from "./meetings.ts";
import { MessageOffers } from "./message-offers.ts";
import { createTaskLine } from "./task-line.ts";
import { answerRequest, type EnterpriseRequest } from "./requests.ts";
import type { Dialler } from "../dialler.ts";
import { noFlows } from "../flows.ts";
import { RobotNews } from "./robot-news.ts";
import { TalkTaps } from "./talk-taps.ts";
import { SeatChanges } from "./seat-changes.ts";
import { SupervisorRights } from "./supervisor-rights.ts";

export interface EnterpriseEngine {
  readonly compId: string;
  readonly eventLog: EventLog;
  readonly calls: Calls;
  readonly sessions: AgentSessions;
  readonly statuses: SessionStatuses;
  readonly connections: Connections;
  readonly callbacks: Callbacks;
  readonly messages: MessageOffers;
  readonly seats: SeatChanges;
  readonly rights: SupervisorRights;
  readonly arrivals: Pick<Arrivals, "incoming">;
  /** What dials for its tasks. */
  readonly dialler: Dialler | undefined;
  request(request: EnterpriseRequest): Promise<unknown>;
  /** A device came; its agent's call, or one that it is in without an agent, may go on at it. */
  deviceCame(event: Extract<SwitchEvent, { type: "registered" }>): void;
  deviceGone(user: string): void;
  /** Nothing is dialled or offered any more by itself; calls go on. */
  beginNothing(): void;
  /** No call is taken any more; those there are end and their recordings are stored. */
  stop(): Promise<void>;
  /** Agents are signed out. */
  signOut(): void;
}

export interface EnterpriseDeps extends EngineDeps {
  readonly database: Database;
}

const hasEnded = (before: Call, call: Call): boolean => before.phase.kind !== "ended" && call.phase.kind === "ended";

export function createEnterpriseEngine(deps: EnterpriseDeps, compId: string): EnterpriseEngine {
  const { broker, clock, eventLog, logger, numbers, switch: sw } = deps;
  const calls = new Calls(deps);
  const statuses: SessionStatuses = createSessionStatuses(
    createCustomStatuses(deps),
    () => sessions,
    (work) => calls.track(work.catch((error: unknown) => logger.warn({ error }, "nobody was told of a custom status"))),
  );
  const keep = sw.capabilities.outlives ? createAgentKeeper(eventLog) : undefined;
  const sessions: AgentSessions = new AgentSessions({
    clock,
    broker,
    eventLog,
    logger,
    statusOver: (session) => statuses.over(session),
    isRegistered: (user) => sw.isRegistered(user),
    touched: (session) => {
      live.touch(session);
      keep?.(session);
      calls.queue.outlooks.touched(session);
      messages.touched(session);
      dialler?.agents();
    },
    queue: (input) => calls.queue.apply(input),
    left: (agent) => calls.queue.left(agent),
    attendance: (of, groupIds) => calls.queue.attendance(of, groupIds),
  });
  const live = new LiveAgents({ ...deps, sessions: () => sessions.all(), call: (callId) => calls.get(callId) });
  const echo = new Echo(deps);
  const starting = { ...deps, calls, sessions, echo };
  const callbacks = new Callbacks(starting);
  const messages: MessageOffers = new MessageOffers({ ...deps, queue: calls.queue, sessions: () => sessions });
  const asking = createAsking(starting);
  const taps = new TalkTaps({ ...deps, call: calls.get, track: (work) => calls.track(work) });
  const line = createTaskLine({ ...starting, seatsChanged: () => seats.changed(undefined) }, compId);
  const dialler = deps.dialling?.of(line);
  const answers = new AnswerTaps({
    ...deps,
    ear: async (known) => dialler?.ear(known),
    unknown: (callId, samples) => dialler?.unknown(callId, samples),
    dispatch: (callId, input) => void calls.dispatch(callId, input),
    track: (work) => calls.track(work),
  });
  const news = new RobotNews({ ...deps, track: (work) => calls.track(work) });
  calls.meet(sessions, {
    parting: (callId, release) => answers.parting(callId, release),
    changed(before, call) {
      taps.changed(call);
      news.changed(before, call);
      answers.changed(call);
      if (call.task && hasEnded(before, call)) dialler?.over(call);
    },
    noted: (call, fact) => (call.task ? dialler?.fact(call, fact) : undefined),
    callbacks,
    messages,
    forward: (call, effect) => forward(starting, call, effect),
    room: async (call, effect) =>
      effect.do === "goIn" ? letIn(starting, call, effect) : knock(starting, call, effect),
    aim: asking.aim,
  });
  const arrivals = createArrivals(starting);
  const connections = new Connections(deps, calls, sessions);
  const seats: SeatChanges = new SeatChanges({ ...deps, compId }, calls, sessions);
  const rights = new SupervisorRights({ ...deps, compId }, calls, sessions);
  const asked = { clock, switch: sw, numbers, calls, taps, callbacks, messages, sessions, statuses };
  const parts = { ...asked, arrivals, asking, connections, live, logger, flows: deps.flows ?? noFlows };

  const beginNothing = (): void => [dialler, callbacks, messages].forEach((each) => each?.stop());

  return {
    compId,
    eventLog,
    calls,
    sessions,
    statuses,
    connections,
    callbacks,
    messages,
    seats,
    rights,
    arrivals,
    dialler,
    request: (request) => answerRequest(parts, request),
    deviceCame({ user, instance }) {
      const session = sessions.device(user, instance);
      const state = session?.agent.state;
      const callId = state && "callId" in state ? state.callId : calls.outsiders.byUser(user);
      if (callId !== undefined) calls.dispatch(callId, { type: "registered", user });
    },
    deviceGone: (user) => void sessions.device(user, undefined),
    beginNothing,
    async stop() {
      beginNothing();
      for (const each of [taps, answers, echo]) each.stop();
      await calls.stop();
    },
    signOut: () => sessions.stop(),
  };
}
