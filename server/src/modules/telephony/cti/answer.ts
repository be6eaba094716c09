/** What a line of a page is answered with. */
import { type CtiLine } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import { BrokerError } from "../../../ports/broker.ts";
import type { Ports } from "../../../ports/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { type AttachReply, type EngineRequest } from "../topics.ts";
import type { Link } from "./link.ts";
import { closeCodes } from "./link.ts";
import { agentKey, type Links } from "./links.ts";
import { isOverAgent } from "./commands/index.ts";
import type { Supervision } from "./supervising.ts";
import { login } from "./login.ts";

export interface AnswerDeps extends Links, Pick<Ports, "clock" | "logger"> {
  readonly tickets: { redeem(ticket: string, use: "cti"): Promise<Caller | undefined> };
  readonly supervision: Supervision;
  readonly gateway: string;
  readonly hasEnded: (sessionId: string) => boolean;
  readonly ask: (request: EngineRequest) => Promise<unknown>;
}

async function answerLogin(deps: AnswerDeps, link: Link, line: CtiLine): Promise<void> {
  const { gateway, tickets, ask, links, index, unindex, hasEnded } = deps;
  const reply = await login(link, line, {
    gateway,
    hasEnded,
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
}

export async function answer(deps: AnswerDeps, link: Link, data: unknown): Promise<void> {
  const { clock, logger, ask, supervision } = deps;
  const line = link.read(data, clock.now());
  if (!line) return;
  try {
    if (line.name === "login") return await answerLogin(deps, link, line);
    if (!link.who) return link.respond(line, { code: -403, msg: "请先登录" });
    const { compId, agentId, sessionId } = link.who;
    const over = isOverAgent(line.name);
    if (over && !(await supervision.may(sessionId, line.fields["agentId"] ?? "")))
      return link.respond(line, { code: -403, msg: "没有监控该坐席的权限" });
    const reply = (await ask({
      verb: "command",
      compId,
      agentId,
      connection: link.id,
      name: line.name,
      fields: line.fields,
    })) as CommandReply;
    if (over && reply.code === 1)
      await supervision.done({
        sessionId,
        command: line.fields["mode"] === "whisper" ? "whisper" : line.name,
        agentId: line.fields["agentId"] ?? "",
        callId: reply.fields?.["callId"] ?? "",
      });
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
