/** What a line of a page is answered with. */
import { accountOf, type CtiLine } from "@liantai/api/contract";
import type { Tickets } from "../../auth/index.ts";
import type { Ports } from "../../../ports/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { isAway, type AttachReply, type EngineRequest } from "../topics.ts";
import type { Link } from "./link.ts";
import { closeCodes } from "./link.ts";
import { agentKey, type Links } from "./links.ts";
import { isOverAgent } from "./commands/index.ts";
import type { Showing } from "./showing.ts";
import type { Supervision } from "./supervising.ts";
import { login } from "./login.ts";

export interface AnswerDeps extends Links, Pick<Ports, "clock" | "logger"> {
  readonly tickets: Pick<Tickets, "redeem" | "redeemDigest">;
  readonly showing: Showing;
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
    redeemDigest: (digest) => tickets.redeemDigest(digest, "cti"),
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

/** A line of an administrator, who has no seat that it could be about. */
async function administer({ ask }: AnswerDeps, link: Link, { name, fields }: CtiLine): Promise<CommandReply> {
  const { caller } = link;
  if (name === "logout") {
    link.close(1000, "signed out");
    return { code: 1 };
  }
  // What a page proves its link alive by.
  if (name === "getAgentState") return { code: 1 };
  if (!caller || !isOverAgent(name)) return { code: -403, msg: "您没有坐席，不能执行此操作" };
  const by = accountOf(caller.userName);
  const title = `管理员${caller.nickName}`;
  return (await ask({ verb: "administer", compId: caller.compId, by, title, name, fields })) as CommandReply;
}

/** A line of whoever has signed in. */
async function obey(deps: AnswerDeps, link: Link, line: CtiLine, who: NonNullable<Link["who"]>): Promise<CommandReply> {
  const { supervision, showing, ask } = deps;
  const { compId, agentId, sessionId } = who;
  const { name, fields } = line;
  if (name === "showAgentIds") return showing.show(link, fields["agentIds"]);
  if (name === "hideAgentIds") return showing.hide(link, fields["agentIds"]);
  const over = isOverAgent(name);
  if (over && !(await supervision.may(sessionId, fields["agentId"] ?? "")))
    return { code: -403, msg: "没有监控该坐席的权限" };
  const reply =
    agentId === null
      ? await administer(deps, link, line)
      : ((await ask({ verb: "command", compId, agentId, connection: link.id, name, fields })) as CommandReply);
  if (over && reply.code === 1)
    await supervision.done({
      sessionId,
      command: fields["mode"] === "whisper" ? "whisper" : name,
      agentId: fields["agentId"] ?? "",
      callId: reply.fields?.["callId"] ?? "",
    });
  return reply;
}

export async function answer(deps: AnswerDeps, link: Link, data: unknown): Promise<void> {
  const { clock, logger } = deps;
  const line = link.read(data, clock.now());
  if (!line) return;
  try {
    if (line.name === "login") return await answerLogin(deps, link, line);
    if (!link.who) return link.respond(line, { code: -403, msg: "请先登录" });
    const reply = await obey(deps, link, line, link.who);
    link.respond(line, reply);
    // The engine does not know this socket (it took this process for dead): the page logs in anew.
    if (reply.code === -1) link.close(closeCodes.restart, "unknown to the engine");
  } catch (error) {
    const away = isAway(error);
    if (!away) logger.error({ error, command: line.name }, "a CTI command failed");
    link.respond(line, { code: -1, msg: away ? "呼叫服务暂时不可用，请稍后再试" : "操作失败，请稍后再试" });
    if (line.name === "login") link.close(closeCodes.restart, "no engine");
  }
}
