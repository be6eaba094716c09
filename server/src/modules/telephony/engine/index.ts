/**
 * The call engine: one per switch. It serves the topic telephony.engine, so that any process' CTI gateway and routes reach
 * it, and drives the switch; calls themselves are decided by the pure machines (call-machine, agent-machine, queue-machine).
 */
import type { SwitchEvent } from "../../../ports/switch.ts";
import type { Database } from "../../../ports/database.ts";
import { subscribe } from "../../topics.ts";
import { loadAreaCodes } from "../../numbers/index.ts";
import { createCustomStatuses } from "../../seats/index.ts";
import { engineTopic, engineUpTopic, type EngineRequest } from "../topics.ts";
import { Echo } from "./echo.ts";
import { createArrivals } from "./arrivals.ts";
import { createAsking } from "./asking.ts";
import { Callbacks } from "./callbacks.ts";
import { Calls } from "./calls.ts";
import { Connections, gatewayMs } from "./connections.ts";
import type { StartDeps } from "./call-start.ts";
import type { EngineDeps } from "./deps.ts";
import { AgentSessions } from "./agent-sessions.ts";
import { createSessionStatuses, type SessionStatuses } from "./custom-statuses.ts";
import { createAgentKeeper } from "./keeping.ts";
import { answerRequest } from "./requests.ts";
import { lines } from "./outside.ts";
import { LiveAgents } from "./live-agents.ts";
import { SeatChanges } from "./seat-changes.ts";
import { speakAhead, storeAgain, takeUp } from "./starting.ts";

export interface Engine {
  /** Closes what a process that died left open, then takes calls. The switch must be started. */
  start(): Promise<void>;
  /** Ends calls (serverRestart), stores recordings, signs agents out. */
  stop(): Promise<void>;
  request(request: EngineRequest): Promise<unknown>;
  stats(): { readonly calls: number };
  /** Resolves when no look-up, hang-up or storing is under way. */
  idle(): Promise<void>;
}

export interface EngineOptions extends EngineDeps {
  readonly database: Database;
}

/** Its agent's call, or one that it is in without an agent, may go on at it. */
function deviceCame(
  { calls, sessions }: Pick<StartDeps, "calls" | "sessions">,
  { user, instance }: Extract<SwitchEvent, { type: "registered" }>,
): void {
  const session = sessions.device(user, instance);
  const callId = session && "callId" in session.agent.state ? session.agent.state.callId : calls.outsiders.byUser(user);
  if (callId !== undefined) calls.dispatch(callId, { type: "registered", user });
}

export function createEngine(deps: EngineOptions): Engine {
  const { broker, clock, eventLog, logger, switch: sw } = deps;
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
    },
    queue: (input) => calls.queue.apply(input),
    left: (agent) => calls.queue.left(agent),
    attendance: (compId, groupIds) => calls.queue.attendance(compId, groupIds),
  });
  const live = new LiveAgents({ ...deps, sessions: () => sessions.all(), call: (callId) => calls.get(callId) });
  const echo = new Echo(deps);
  const starting = { ...deps, calls, sessions, echo };
  const callbacks = new Callbacks(starting);
  calls.meet(sessions, callbacks);
  const arrivals = createArrivals(starting);
  const asking = createAsking(starting);
  const connections = new Connections(deps, calls, sessions);
  const seats = new SeatChanges(deps, calls, sessions);
  const ends: (() => unknown)[] = [];

  function heard(event: SwitchEvent): void {
    switch (event.type) {
      case "incoming":
        return calls.track(arrivals.incoming(event));
      case "registered":
        return deviceCame(starting, event);
      case "trunk":
        return;
      case "unregistered":
        return void sessions.device(event.user, undefined);
      default:
        return echo.heard(event) ? undefined : calls.heard(event);
    }
  }

  const numbers = deps.numbers;
  const parts = {
    clock,
    switch: sw,
    numbers,
    calls,
    callbacks,
    sessions,
    statuses,
    arrivals,
    asking,
    connections,
    live,
  };
  const request = (r: EngineRequest) => answerRequest(parts, r);

  return {
    request,
    stats: () => ({ calls: calls.size }),
    idle: () => calls.idle(),
    async start() {
      ends.push(
        await takeUp({ ...deps, calls, sessions, statuses, connections }, () => sw.on(heard)),
        await lines(deps).begin(sw),
        await broker.serve(engineTopic, (r) => request(r as EngineRequest)),
        await subscribe(broker, "session.ended", (e) => connections.sessionEnded(e)),
        ...(await seats.start()),
        () => echo.stop(),
      );
      const sweep = clock.every(gatewayMs.ping, () => connections.sweep());
      const storing = storeAgain(deps, (work) => calls.track(work));
      ends.push(() => [sweep, storing].forEach((timer) => timer.cancel()));
      await broker.publish(engineUpTopic, {});
      await callbacks.load();
      void speakAhead(deps);
      void loadAreaCodes().catch((error: unknown) => logger.warn({ error }, "no places of numbers on the bar"));
    },
    async stop() {
      for (const end of ends.splice(0)) await end();
      const off = sw.on((e) => (e.type === "hungup" || e.type === "playDone" ? calls.heard(e) : undefined));
      callbacks.stop();
      await calls.stop();
      off();
      sessions.stop();
      await eventLog.flush();
    },
  };
}
