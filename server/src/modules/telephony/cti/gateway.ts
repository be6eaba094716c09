/**
 * The CTI sockets of this process (docs/protocol.md, section CTI; keep-alive and Origin are http/sockets.ts'). Lines go
 * to the engine wherever it runs; what the engine tells an agent goes to all sockets of that agent. When the engine
 * starts anew sockets stay (C12): they are attached to it again, and pages get the whole truth.
 */
import { answer, type AnswerDeps } from "./answer.ts";
import { agentKey, createLinks } from "./links.ts";
import { ctiMaxLine, ctiPath, minuteMs } from "@liantai/api/contract";
import type { WebSocket } from "ws";
import type { SocketRoute } from "../../../http/module.ts";
import type { Ports } from "../../../ports/index.ts";
import type { SessionEnd } from "../../../ports/schema.ts";
import type { Sessions, Tickets } from "../../auth/index.ts";
import { createEndedSessions } from "../../ended-sessions.ts";
import { leaveTexts, subscribe } from "../../topics.ts";
import {
  agentTopic,
  engineTopicOf,
  engineUpTopic,
  type AgentNotice,
  type EngineRequest,
  type EngineUp,
} from "../topics.ts";
import { gatewayMs } from "../engine/connections.ts";
import type { DialGate } from "../dial-refs.ts";
import { asking } from "../engine-replies.ts";
import type { TaskGate } from "../tasks.ts";
import type { Supervision } from "./supervising.ts";
import { createReattaching } from "./reattaching.ts";
import { followRoles } from "./roles.ts";
import { Showing, type Watches } from "./showing.ts";
import { closeCodes, Link } from "./link.ts";

export interface GatewayDeps extends Pick<Ports, "broker" | "clock" | "random" | "logger"> {
  readonly tickets: Pick<Tickets, "redeem" | "redeemDigest">;
  readonly sessions: Pick<Sessions, "endsOf" | "living">;
  readonly watches: Watches;
  readonly supervision: Supervision;
  readonly tasks: TaskGate;
  readonly dialRefs: DialGate;
  /** Each enterprise has an engine in the process with its lease. */
  readonly parted?: boolean;
}

export interface CtiGateway {
  readonly socket: SocketRoute;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const requestMs = 5_000;
/** A socket that has not logged in by then is closed. */
const loginMs = 10_000;
/** A page that does not answer the close is cut off after that. */
const closeMs = 1_000;
/** The engine hears of the ended session itself; this is in case it did not. */
const forcedDetachMs = 2_000;
/** An end that this process did not hear of (its broker was away) shows here. */
const verifyMs = minuteMs;

/** Of a request about sockets: they are of one enterprise. */
const compOf = (request: EngineRequest): string =>
  request.verb === "reattach" ? (request.links[0]?.compId ?? "") : request.compId;

/** An enterprise for each engine that has sockets of ours. */
function enginesOf(links: ReadonlyMap<string, Link>, parted: boolean): readonly string[] {
  const all = [...new Set([...links.values()].flatMap(({ who }) => who?.compId ?? []))];
  return parted ? all : all.slice(0, 1);
}

/** One after the other: a page's commands keep their order. */
function listen(deps: AnswerDeps, link: Link, socket: WebSocket): void {
  const { clock } = deps;
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;
  socket.on("message", (data: Buffer, binary: boolean) => {
    if (link.shut) return;
    if (!link.arrived(clock.now(), waiting)) return void clock.after(closeMs, () => socket.terminate());
    const text = binary ? undefined : data.toString("utf8");
    // One that is too long is answered in its turn, and not kept until then.
    const line = text !== undefined && text.length <= ctiMaxLine ? text : undefined;
    waiting += 1;
    queue = queue
      .then(() => (link.shut ? undefined : answer(deps, link, line)))
      .finally(() => {
        waiting -= 1;
      });
  });
}

export function createCtiGateway({
  broker,
  clock,
  random,
  logger,
  sessions,
  watches,
  parted = false,
  ...answering
}: GatewayDeps): CtiGateway {
  const gateway = random.token(9);
  const registry = createLinks();
  const { links, byAgent, unindex } = registry;
  const ends: (() => unknown)[] = [];

  const ask = asking((request) => broker.request(engineTopicOf(parted, compOf(request)), request, requestMs));

  const showing = new Showing(watches);
  const ended = createEndedSessions<SessionEnd>(clock);
  const hasEnded = (sessionId: string): boolean => ended.why(sessionId) !== undefined;
  const reattaching = createReattaching({ links, logger, ask });
  const deps = { ...registry, ...answering, gateway, clock, logger, ask, showing, hasEnded, reattaching };

  function end(sessionId: string, reason: SessionEnd): void {
    ended.add(sessionId, reason);
    for (const link of links.values()) {
      if (link.who?.sessionId !== sessionId) continue;
      link.forcedOut = true;
      link.event("forceOut", { msg: leaveTexts[reason] });
      link.close(closeCodes.forcedOut, reason);
    }
  }

  async function verify(): Promise<void> {
    const ids = [...new Set([...links.values()].flatMap((link) => link.who?.sessionId ?? []))];
    for (const [sessionId, reason] of await sessions.endsOf(ids)) end(sessionId, reason);
  }

  function forget(link: Link): void {
    links.delete(link.id);
    showing.drop(link);
    if (!link.who) return;
    const { compId, agentId } = link.who;
    unindex(link, agentKey(link.who));
    if (agentId === null) return;
    const detach = () => void ask({ verb: "detach", compId, agentId, connection: link.id }).catch(() => undefined);
    if (link.forcedOut) clock.after(forcedDetachMs, detach);
    else detach();
  }

  function accept(socket: WebSocket): void {
    const link = new Link(random.token(12), socket);
    links.set(link.id, link);
    const deadline = clock.after(loginMs, () => link.who ?? link.close(closeCodes.login, "no login"));
    listen(deps, link, socket);
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      deadline.cancel();
      forget(link);
    });
  }

  return {
    socket: { path: ctiPath, authorise: async () => ({}), accept: (socket) => accept(socket) },
    async start() {
      ends.push(
        await broker.subscribe(agentTopic, (message) => {
          const notice = message as AgentNotice;
          for (const link of byAgent.get(agentKey(notice)) ?? []) link.notice(notice);
        }),
        await broker.subscribe(engineUpTopic, (up) => void reattaching.all((up as EngineUp).compId)),
        await followRoles({ broker, logger, sessions, links, showing }),
        await subscribe(broker, "session.ended", ({ sessionId, reason }) => end(sessionId, reason)),
      );
      const alive = (compId: string) => void ask({ verb: "alive", compId, gateway }).catch(() => undefined);
      const beat = clock.every(gatewayMs.ping, () => enginesOf(links, parted).forEach(alive));
      const verifying = clock.every(
        verifyMs,
        () => void verify().catch((error: unknown) => logger.warn({ error }, "sessions of bars not verified")),
      );
      ends.push(
        () => beat.cancel(),
        () => verifying.cancel(),
      );
    },
    async stop() {
      for (const end of ends.splice(0)) await end();
      for (const link of links.values()) link.close(closeCodes.restart, "the server stops");
    },
  };
}
