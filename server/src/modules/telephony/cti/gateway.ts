/**
 * The CTI sockets of this process (docs/protocol.md, section CTI; keep-alive and Origin are http/sockets.ts'). Lines go to the engine wherever it runs; what the engine
 * tells an agent goes to all sockets of that agent. When the engine starts anew every socket is closed: pages come back after
 * 2 s and get the whole truth.
 */
import { ctiPath, errors } from "@liantai/api/contract";
import type { WebSocket } from "ws";
import type { SocketRoute } from "../../../http/module.ts";
import type { Caller } from "../../../http/routes.ts";
import { BrokerError } from "../../../ports/broker.ts";
import type { Ports } from "../../../ports/index.ts";
import { subscribe } from "../../topics.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import {
  agentTopic,
  engineTopic,
  engineUpTopic,
  type AgentNotice,
  type AttachReply,
  type EngineRequest,
} from "../topics.ts";
import { gatewayMs } from "../engine/connections.ts";
import { closeCodes, Link } from "./link.ts";
import { login } from "./login.ts";

export interface GatewayDeps extends Pick<Ports, "broker" | "clock" | "random" | "logger"> {
  readonly tickets: { redeem(ticket: string, use: "cti"): Promise<Caller | undefined> };
}

export interface CtiGateway {
  readonly socket: SocketRoute;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const requestMs = 5_000;
/** A socket that has not logged in by then is closed. */
const loginMs = 10_000;
/** The engine hears of the ended session itself; this is in case it did not. */
const forcedDetachMs = 2_000;

export function createCtiGateway({ broker, clock, random, logger, tickets }: GatewayDeps): CtiGateway {
  const gateway = random.token(9);
  const links = new Map<string, Link>();
  const byAgent = new Map<string, Set<Link>>();
  const ends: (() => unknown)[] = [];
  const agentKey = (a: { readonly compId: string; readonly agentId: string }) => `${a.compId}/${a.agentId}`;

  const ask = (request: EngineRequest): Promise<unknown> => broker.request(engineTopic, request, requestMs);

  function index(link: Link): void {
    if (!link.who) return;
    const key = agentKey(link.who);
    byAgent.set(key, (byAgent.get(key) ?? new Set()).add(link));
  }

  function unindex(link: Link, key: string): void {
    const set = byAgent.get(key);
    set?.delete(link);
    if (set?.size === 0) byAgent.delete(key);
  }

  function forget(link: Link): void {
    links.delete(link.id);
    if (!link.who) return;
    const { compId, agentId } = link.who;
    unindex(link, agentKey(link.who));
    const detach = () => void ask({ verb: "detach", compId, agentId, connection: link.id }).catch(() => undefined);
    if (link.forcedOut) clock.after(forcedDetachMs, detach);
    else detach();
  }

  async function answer(link: Link, data: unknown): Promise<void> {
    const line = link.read(data, clock.now());
    if (!line) return;
    try {
      if (line.name === "login") {
        const reply = await login(link, line, {
          gateway,
          redeem: (ticket) => tickets.redeem(ticket, "cti"),
          // Indexed before the engine is asked, so that no notice after its snapshot is missed.
          attach: async (request) => {
            index(link);
            const result = (await ask(request).catch((error: unknown) => {
              unindex(link, agentKey(request));
              link.who = undefined;
              throw error;
            })) as AttachReply;
            if (result.code !== 1) unindex(link, agentKey(request));
            if (!links.has(link.id))
              void ask({ verb: "detach", compId: request.compId, agentId: request.agentId, connection: link.id }).catch(
                () => undefined,
              );
            return result;
          },
        });
        if (reply.code === 1) return;
        link.respond(line, reply);
        if (reply.code !== -103) link.close(closeCodes.login, "login refused");
        return;
      }
      if (!link.who) return link.respond(line, { code: -403, msg: "请先登录" });
      const { compId, agentId } = link.who;
      const reply = (await ask({
        verb: "command",
        compId,
        agentId,
        connection: link.id,
        name: line.name,
        fields: line.fields,
      })) as CommandReply;
      link.respond(line, reply);
      // The engine does not know this socket (it took this process for dead): the page logs in anew.
      if (reply.code === -1) link.close(closeCodes.restart, "unknown to the engine");
    } catch (error) {
      const away = error instanceof BrokerError && error.code !== "failed";
      if (!away) logger.error({ error, command: line.name }, "a CTI command failed");
      link.respond(line, { code: -1, msg: away ? "呼叫服务暂时不可用，请稍后再试" : "操作失败，请稍后再试" });
      if (line.name === "login") link.close(closeCodes.restart, "no engine");
    }
  }

  function accept(socket: WebSocket): void {
    const link = new Link(random.token(12), socket);
    links.set(link.id, link);
    let queue: Promise<void> = Promise.resolve();
    const deadline = clock.after(loginMs, () => link.who ?? link.close(closeCodes.login, "no login"));
    // One after the other: a page's commands keep their order.
    socket.on("message", (data: Buffer, binary: boolean) => {
      const text = binary ? undefined : data.toString("utf8");
      queue = queue.then(() => answer(link, text));
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      deadline.cancel();
      forget(link);
    });
  }

  const leaving: Record<string, string> = {
    elsewhere: errors.elsewhere.text,
    ended: errors.ended.text,
    expired: errors.noSession.text,
    password: "密码已修改，请重新登录",
    logout: "您已退出登录",
    disabled: errors.accountDisabled.text,
    pushedOut: errors.pushedOut.text,
    enterprise: errors.enterpriseStopped.text,
  };

  return {
    socket: { path: ctiPath, authorise: async () => ({}), accept: (socket) => accept(socket) },
    async start() {
      ends.push(
        await broker.subscribe(agentTopic, (message) => {
          const notice = message as AgentNotice;
          for (const link of byAgent.get(agentKey(notice)) ?? []) link.notice(notice);
        }),
        await broker.subscribe(engineUpTopic, () => {
          for (const link of links.values()) link.close(closeCodes.restart, "the engine started anew");
        }),
        await subscribe(broker, "session.ended", ({ sessionId, reason }) => {
          for (const link of links.values()) {
            if (link.who?.sessionId !== sessionId) continue;
            link.forcedOut = true;
            link.event("forceOut", { msg: leaving[reason] ?? errors.noSession.text });
            link.close(closeCodes.forcedOut, reason);
          }
        }),
      );
      const beat = clock.every(
        gatewayMs.ping,
        () => void (links.size > 0 && ask({ verb: "alive", gateway }).catch(() => undefined)),
      );
      ends.push(() => beat.cancel());
    },
    async stop() {
      for (const end of ends.splice(0)) await end();
      for (const link of links.values()) link.close(closeCodes.restart, "the server stops");
    },
  };
}
