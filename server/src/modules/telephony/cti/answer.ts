/** What a line of a page is answered with. */
import { hidesNumbers } from "../../../http/privacy.ts";
import { accountOf, type CtiLine } from "@liantai/api/contract";
import { isTaskCommand } from "@liantai/api/contract/admin";
import type { Tickets } from "../../auth/index.ts";
import type { Ports } from "../../../ports/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { AskEngine } from "../engine-replies.ts";
import { isAway } from "../topics.ts";
import type { Link } from "./link.ts";
import { closeCodes } from "./link.ts";
import { agentKey, type Links } from "./links.ts";
import { wrong } from "./commands/command.ts";
import { isOverAgent } from "./commands/index.ts";
import type { Reattaching } from "./reattaching.ts";
import type { Showing } from "./showing.ts";
import type { Supervision } from "./supervising.ts";
import { forwardSeat, isElsewhere, isForwardCommand } from "./forwarding.ts";
import type { DialGate } from "../dial-refs.ts";
import type { TaskGate } from "../tasks.ts";
import { withNumber } from "./references.ts";
import { taskAnswered, taskOrder, withTask } from "./tasks.ts";
import { login } from "./login.ts";

export interface AnswerDeps extends Links, Pick<Ports, "clock" | "logger"> {
  readonly tickets: Pick<Tickets, "redeem" | "redeemDigest">;
  readonly showing: Showing;
  readonly supervision: Supervision;
  readonly tasks: TaskGate;
  readonly dialRefs: DialGate;
  readonly gateway: string;
  readonly hasEnded: (sessionId: string) => boolean;
  readonly ask: AskEngine;
  readonly reattaching: Reattaching;
}

async function answerLogin(deps: AnswerDeps, link: Link, line: CtiLine): Promise<void> {
  const { gateway, tickets, ask, links, index, unindex, hasEnded } = deps;
  const reply = await login(link, line, {
    gateway,
    hasEnded,
    redeem: (ticket) => tickets.redeem(ticket, "cti"),
    redeemDigest: (digest) => tickets.redeemDigest(digest, "cti"),
    async hear(link) {
      index(link);
      const { compId, sessionId } = link.who ?? { compId: "", sessionId: "" };
      return ask({ verb: "hearing", compId, sessionId }).catch((error: unknown) => {
        if (link.who) unindex(link, agentKey(link.who));
        link.who = undefined;
        throw error;
      });
    },
    // Indexed before the engine is asked, so that no notice after its snapshot is missed.
    attach: async (request) => {
      index(link);
      const result = await ask(request).catch((error: unknown) => {
        unindex(link, agentKey(request));
        link.who = undefined;
        throw error;
      });
      if (result.code === 1) link.attached = { ...request, takeMedia: false };
      else unindex(link, agentKey(request));
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
async function administer(
  { ask }: AnswerDeps,
  { caller }: Link,
  name: string,
  fields: CtiLine["fields"],
): Promise<CommandReply> {
  // getAgentState is what a page proves its link alive by.
  if (name === "logout" || name === "getAgentState") return { code: 1 };
  if (!caller || !(isOverAgent(name) || name === "hangup")) return { code: -403, msg: "您没有坐席，不能执行此操作" };
  const { compId, sessionId } = caller;
  const by = accountOf(caller.userName);
  const title = `管理员${caller.nickName}`;
  const hideNumbers = hidesNumbers(caller);
  return ask({ verb: "administer", compId, by, title, sessionId, hideNumbers, name, fields });
}

/** The agent whom the line names, by his number or by his call; a call that only waits is in no agent's hands. */
async function aimed(
  { ask, supervision }: AnswerDeps,
  { compId, sessionId }: NonNullable<Link["who"]>,
  { name, fields }: CtiLine,
): Promise<CtiLine["fields"] | CommandReply> {
  const { agentId, callId } = fields;
  if (!agentId && !callId) return wrong("agentId、callId");
  const refusal = { code: -403, msg: "没有监控该坐席的权限" };
  // Who is given the call must be the monitor's as well.
  const { target } = fields;
  if (name === "switch" && target && !(await supervision.may(sessionId, target)))
    return { code: -403, msg: "没有监控目标坐席的权限" };
  if (agentId && !(await supervision.may(sessionId, agentId))) return refusal;
  if (!callId) return fields;
  const place = await ask({ verb: "whereIs", compId, callId });
  if (!place) return { code: -404 };
  // The right over an agent is none over the calls of others.
  if (agentId) return place.agentIds.includes(agentId) ? fields : { code: -404 };
  if (place.agentId !== undefined)
    return (await supervision.may(sessionId, place.agentId)) ? { ...fields, agentId: place.agentId } : refusal;
  if (name !== "pickup") return { code: -403, msg: "该通话没有坐席" };
  if (place.robot)
    return (await supervision.mayTakeRobots(sessionId)) ? fields : { code: -403, msg: "没有接管机器人通话的权限" };
  const waits = await supervision.mayWatch(sessionId, place.groupIds);
  return waits ? fields : { code: -403, msg: "没有监控该技能组的权限" };
}

async function dialled({ tasks, dialRefs }: AnswerDeps, sessionId: string, fields: CtiLine["fields"]) {
  const asked = await withNumber(dialRefs, sessionId, fields);
  return isReply(asked) ? asked : withTask(tasks, sessionId, asked);
}

const isReply = (aim: CtiLine["fields"] | CommandReply): aim is CommandReply => typeof aim["code"] === "number";

/** A line of whoever has signed in. */
async function obey(deps: AnswerDeps, link: Link, line: CtiLine, who: NonNullable<Link["who"]>): Promise<CommandReply> {
  const { supervision, showing, ask, tasks } = deps;
  const { compId, agentId, sessionId } = who;
  const { name } = line;
  if (name === "showAgentIds") return showing.show(link, line.fields["agentIds"]);
  if (name === "hideAgentIds") return showing.hide(link, line.fields["agentIds"]);
  if (isTaskCommand(name)) return taskOrder(tasks, sessionId, name, line.fields);
  const forwards = isForwardCommand(name);
  const over = isOverAgent(name) || (forwards && isElsewhere(who, line.fields));
  const own = name === "makeCall" ? await dialled(deps, sessionId, line.fields) : line.fields;
  const fields = over ? await aimed(deps, who, line) : own;
  if (isReply(fields)) return fields;
  if (forwards) return forwardSeat(supervision, who, fields["agentId"] ?? agentId ?? "", { ...line, fields });
  const reply =
    agentId === null
      ? await administer(deps, link, name, fields)
      : await ask({ verb: "command", compId, agentId, connection: link.id, name, fields });
  if (name === "deviceCheck" && reply.code === 1 && link.attached)
    link.attached = { ...link.attached, why: fields["why"] ?? "" };
  if (name === "makeCall") await taskAnswered(tasks, compId, fields, reply);
  if (over && reply.code === 1)
    await supervision.done({
      sessionId,
      command: fields["mode"] === "whisper" ? "whisper" : name,
      agentId: fields["agentId"] ?? "",
      callId: reply.fields?.["callId"] ?? "",
      ...(fields["target"] ? { target: fields["target"] } : {}),
      ...(reply.fields?.["robot"] ? { robot: true } : {}),
    });
  if (name === "acceptMessage" && reply.code === 1)
    await supervision.done({ sessionId, command: name, agentId: "", callId: reply.fields?.["callId"] ?? "" });
  return reply;
}

export async function answer(deps: AnswerDeps, link: Link, data: unknown): Promise<void> {
  const { logger } = deps;
  const line = link.read(data);
  if (!line) return;
  try {
    if (line.name === "login") return await answerLogin(deps, link, line);
    if (!link.who) return link.respond(line, { code: -403, msg: "请先登录" });
    let reply = await obey(deps, link, line, link.who);
    // It did nothing, for it does not know this socket: it leads since a moment ago, or took this process for dead.
    if (reply.code === -1 && (await deps.reattaching.one(link))) reply = await obey(deps, link, line, link.who);
    link.respond(line, reply);
    // Nothing else ends an administrator's; an agent's page closes its own.
    if (line.name === "logout" && link.who.agentId === null) link.close(1000, "signed out");
    // The page logs in anew.
    if (reply.code === -1) link.close(closeCodes.restart, "unknown to the engine");
  } catch (error) {
    const away = isAway(error);
    if (!away) logger.error({ error, command: line.name }, "a CTI command failed");
    link.respond(line, { code: -1, msg: away ? "呼叫服务暂时不可用，请稍后再试" : "操作失败，请稍后再试" });
    if (line.name === "login") link.close(closeCodes.restart, "no engine");
  }
}
