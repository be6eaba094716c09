/**
 * The call engine: one per switch. It serves the topic telephony.engine, so that any process' CTI gateway and routes reach
 * it, and drives the switch; calls themselves are decided by the pure machines (call-machine, agent-machine, queue-machine).
 */
import type { SwitchEvent } from "../../../ports/switch.ts";
import { recoverCalls, storeLeftovers, type RecoveryOptions } from "../../event-log/index.ts";
import type { Database } from "../../../ports/database.ts";
import { subscribe } from "../../topics.ts";
import { loadAreaCodes } from "../../numbers/index.ts";
import { createCustomStatuses } from "../../seats/index.ts";
import { sentences } from "../call/limits.ts";
import { runCommand } from "../cti/commands/index.ts";
import { engineTopic, engineUpTopic, type EngineRequest } from "../topics.ts";
import { Arrivals } from "./arrivals.ts";
import { Calls } from "./calls.ts";
import { Connections, gatewayMs } from "./connections.ts";
import type { EngineDeps } from "./deps.ts";
import { AgentSessions } from "./agent-sessions.ts";
import { createSessionStatuses, type SessionStatuses } from "./custom-statuses.ts";
import { agentKey } from "./agent-session.ts";
import { answerSeat } from "./seat-verbs.ts";
import { SeatChanges } from "./seat-changes.ts";

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

export function createEngine(deps: EngineOptions): Engine {
  const { broker, clock, eventLog, logger } = deps;
  const sw = deps.switch;
  const calls = new Calls(deps);
  const statuses: SessionStatuses = createSessionStatuses(
    createCustomStatuses(deps),
    () => sessions,
    (work) => calls.track(work.catch((error: unknown) => logger.warn({ error }, "nobody was told of a custom status"))),
  );
  const sessions: AgentSessions = new AgentSessions({
    clock,
    broker,
    eventLog,
    logger,
    statusOver: (session) => statuses.over(session),
    isRegistered: (user) => sw.isRegistered(user),
    queue: (input) => calls.queue(input),
    attendance: (compId, groupIds) => calls.attendance(compId, groupIds),
  });
  calls.meet(sessions);
  const arrivals = new Arrivals(deps, calls, sessions);
  const connections = new Connections(deps, calls, sessions);
  const seats = new SeatChanges(deps, calls, sessions);
  const ends: (() => unknown)[] = [];

  function heard(event: SwitchEvent): void {
    switch (event.type) {
      case "incoming":
        return calls.track(arrivals.incoming(event));
      case "registered": {
        const session = sessions.device(event.user, event.instance);
        const callId =
          session && "callId" in session.agent.state ? session.agent.state.callId : calls.byUser(event.user);
        if (callId !== undefined) calls.dispatch(callId, { type: "registered", user: event.user });
        return;
      }
      case "unregistered":
        return void sessions.device(event.user, undefined);
      default:
        return calls.heard(event);
    }
  }

  async function request(r: EngineRequest): Promise<unknown> {
    switch (r.verb) {
      case "attach":
        return connections.attach(r);
      case "detach":
        return connections.detach(r.compId, r.agentId, r.connection) ?? null;
      case "alive":
        return connections.alive(r.gateway) ?? null;
      case "serves":
        return sessions.served(r.compId, r.groupIds).length > 0;
      case "waiting":
        return calls.waiting(r.compId);
      case "inCall":
      case "retire":
      case "registrations":
      case "dropDevice":
      case "bindStatus":
        return answerSeat(r, { sessions, statuses, sw });
      case "command": {
        const session = sessions.get(r.compId, r.agentId);
        const connection = session?.connections.get(r.connection);
        if (!session || !connection) return { code: -1 };
        return runCommand(
          r.name,
          { clock, session, connection, calls, sessions, arrivals, connections, statuses },
          r.fields,
        );
      }
    }
  }

  return {
    request,
    stats: () => ({ calls: calls.size }),
    idle: () => calls.idle(),
    async start() {
      await deps.recordings.prepare();
      const recovery: RecoveryOptions = {
        database: deps.database,
        eventLog,
        clock,
        salvage: ({ file, startAt, ...call }) => deps.recordings.salvage({ ...call, startedAt: startAt }, file),
      };
      const closed = await recoverCalls(recovery);
      await storeLeftovers(recovery, await deps.recordings.leftovers());
      for (const { compId, callId, agentIds } of closed)
        for (const agentId of agentIds) connections.interrupted(agentKey(compId, agentId), callId);
      if (closed.length > 0) logger.warn({ calls: closed.length }, "calls of a process that died were closed");
      ends.push(
        sw.on(heard),
        await broker.serve(engineTopic, (r) => request(r as EngineRequest)),
        await subscribe(broker, "session.ended", (e) => connections.sessionEnded(e)),
        ...(await seats.start()),
      );
      const sweep = clock.every(gatewayMs.ping, () => connections.sweep());
      ends.push(() => sweep.cancel());
      await broker.publish(engineUpTopic, {});
      void warm();
      void loadAreaCodes().catch((error: unknown) => logger.warn({ error }, "no places of numbers on the bar"));
    },
    async stop() {
      for (const end of ends.splice(0)) await end();
      const off = sw.on((e) => (e.type === "hungup" || e.type === "playDone" ? calls.heard(e) : undefined));
      await calls.stop();
      off();
      sessions.stop();
      await eventLog.flush();
    },
  };

  /** Speaks what the first callers will hear, one after the other, without holding up the start. */
  async function warm(): Promise<void> {
    try {
      const greetings = await deps.numbers.greetings();
      for (const text of [
        ...greetings,
        ...[0, 1, 2, 3].map(sentences.position),
        sentences.nobodyServes,
        sentences.queueTimeout,
        sentences.queueFull,
        sentences.notReached,
        sentences.outOfService,
        sentences.overConcurrency,
      ])
        await deps.speech.speak(text);
    } catch (error) {
      logger.warn({ error }, "sentences could not be spoken ahead");
    }
  }
}
