/** The real-time message socket: domain events become messages on streams that survive a lost connection. */
import { minuteMs, type OutgoingMessage } from "@liantai/api/contract";
import type { Module } from "../http/module.ts";
import type { Caller } from "../http/routes.ts";
import type { Sessions, Tickets } from "../modules/auth/index.ts";
import type { TaskCounts } from "../modules/dialling/index.ts";
import type { Presences } from "../modules/presence/index.ts";
import { leaveTexts, type Topics } from "../modules/topics.ts";
import type { Ports } from "../ports/index.ts";
import type { EngineClient } from "../ports/engine.ts";
import { AssistRoom } from "./assist.ts";
import { createChains } from "./chains.ts";
import { createFlusher } from "./flusher.ts";
import { audience, createHub, type Hub } from "./hub.ts";
import { project, tellRecorded, type RecordedDeps } from "./projections.ts";
import { createRenewing } from "./renewing.ts";
import { RobotRoom } from "./robots.ts";
import type { Watches } from "./streams.ts";
import { messageSockets } from "./socket.ts";
import { TaskRoom } from "./tasks.ts";

export type { SocketInfo } from "../http/module.ts";
export type { Caller } from "../http/routes.ts";

export interface RealtimeDeps {
  readonly ports: Pick<Ports, "clock" | "random" | "logger"> & {
    readonly broker: Pick<Ports["broker"], "publish" | "subscribe">;
  };
  readonly tickets: Tickets;
  readonly sessions: Pick<Sessions, "endsOf" | "living">;
  readonly monitorsOf: RecordedDeps["monitorsOf"];
  readonly maySee: RecordedDeps["maySee"];
  readonly watches: Watches;
  /** Asked whose call it is that a page relays something of. */
  readonly engine: Pick<EngineClient, "assist">;
  /** Absent: nobody is told who has what open. */
  readonly presences?: Pick<Presences, "start" | "stop" | "left">;
  /** Counters of a task, for who watches it. */
  readonly taskCounts: TaskCounts;
  /** What a person who opens a socket was not shown while he was away. */
  readonly waiting: (caller: Caller) => Promise<readonly OutgoingMessage[]>;
}

export interface RealtimeModule extends Module {
  /** Streams and open sockets of this process, for /metrics. */
  readonly stats: Hub["stats"];
}

const sweepMs = 10_000;
/** An end that a process did not hear of (its broker was away) shows here. */
const verifyMs = minuteMs;

export function createRealtimeModule({
  ports,
  tickets,
  sessions,
  monitorsOf,
  maySee,
  watches,
  engine,
  presences,
  taskCounts,
  waiting,
}: RealtimeDeps): RealtimeModule {
  const { broker, clock, random, logger } = ports;
  const left = (id: string) => presences?.left(id);
  const dropped = (stream: string) => [robots, tasks, room].forEach((each) => each.forget(stream));
  const hub = createHub({ clock, random, flusher: createFlusher(), watches, left, dropped });
  const robots = new RobotRoom({ hub, maySee });
  const tasks = new TaskRoom({ hub, maySee, counts: taskCounts, clock, logger });
  const room = new AssistRoom({ hub, watches, engine, broker, logger });
  /** By call, in the order they were said: the rights of monitors are asked between two. */
  const said = createChains((error) => logger.warn({ error }, "what was said in a talk was not told"));
  let closing: (() => void | Promise<void>)[] = [];

  async function verify(): Promise<void> {
    for (const [sessionId, reason] of await sessions.endsOf(hub.sessionIds))
      hub.endSession(sessionId, leaveTexts[reason]);
  }

  const recorded = (call: Topics["call.recorded"]): void =>
    void tellRecorded({ hub, monitorsOf, maySee }, call).catch((error: unknown) =>
      logger.warn({ error }, "a recorded call was not told"),
    );

  /** All of the session's pages are told: of those one shows it (docs/protocol.md, section Reminders). */
  const opened = (caller: Caller): void =>
    void waiting(caller).then(
      (messages) => {
        for (const message of messages) hub.send([audience.session(caller.sessionId)], message);
      },
      (error: unknown) => logger.warn({ error }, "what waited for somebody was not told"),
    );

  const renewing = createRenewing(hub, sessions, ports);

  const assist = {
    told: (of: Topics["assist.told"]) => said.add(`${of.compId}/${of.message.callId}`, () => room.told(of)),
    relayed: (of: Topics["assist.relayed"]) => said.add(`${of.compId}/${of.message.callId}`, () => room.relayed(of)),
    robot: (of: Topics["robot.told"]) => said.add(`${of.compId}/${of.callId}`, () => robots.told(of)),
    task: (of: Topics["task.counted"]) => tasks.changed(of),
  };

  return {
    name: "realtime",
    routes: [],
    sockets: messageSockets({ hub, tickets, clock, watches, opened, assist: room, robots, tasks }),
    get stats() {
      return hub.stats;
    },
    async start() {
      const sweeping = clock.every(sweepMs, () => hub.sweep());
      const verifying = clock.every(
        verifyMs,
        () => void verify().catch((error: unknown) => logger.warn({ error }, "sessions of sockets not verified")),
      );
      closing = [
        () => sweeping.cancel(),
        () => verifying.cancel(),
        await project(broker, hub, recorded, renewing.changed, assist),
        await renewing.follow(),
      ];
      await presences?.start({
        connected: (accountId, socketId) => hub.connected(audience.socket(accountId, socketId)),
        tell: (accountId, socketId, present) =>
          hub.send([audience.socket(accountId, socketId)], { type: "presence", ...present }),
      });
    },
    async stop() {
      await presences?.stop();
      tasks.stop();
      for (const close of closing.splice(0)) await close();
      hub.stop();
    },
  };
}
