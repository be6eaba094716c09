/** The one command that the gateway answers: who is this. */
import { type CtiLine, isSeat } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { AttachReply, AttachRequest } from "../topics.ts";
import type { Link } from "./link.ts";

export interface LoginDeps {
  readonly gateway: string;
  redeem(ticket: string): Promise<Caller | undefined>;
  /** Its end was heard while the ticket was looked at. */
  hasEnded(sessionId: string): boolean;
  attach(request: AttachRequest): Promise<AttachReply>;
}

/** Fields in the order in which they are missed, with the code that says so. */
const needed = [
  ["agentId", -201],
  ["ticket", -202],
  ["extension", -203],
  ["compId", -204],
  ["terminalType", -302],
  ["instance", -303],
] as const;

export async function login(link: Link, line: CtiLine, deps: LoginDeps): Promise<CommandReply> {
  const { fields } = line;
  const missing = needed.find(([name]) => !fields[name]);
  if (missing) return { code: missing[1] };
  if (link.who) return { code: -103 };
  const { agentId = "", ticket = "", extension = "", compId = "", instance = "", takeMedia } = fields;
  if (!/^[\w:.-]{1,100}$/.test(instance)) return { code: -303 };
  const caller = await deps.redeem(ticket);
  if (!caller) return { code: -402 };
  // The ticket says who it is; the fields must not say anybody else.
  if (caller.compId !== compId || caller.agentId !== agentId || !isSeat(caller)) return { code: -301 };
  if (deps.hasEnded(caller.sessionId)) return { code: -402 };
  link.expectSnapshot();
  link.who = { compId, agentId, sessionId: caller.sessionId };
  const reply = await deps.attach({
    verb: "attach",
    connection: link.id,
    gateway: deps.gateway,
    compId,
    agentId,
    sessionId: caller.sessionId,
    extension,
    instance,
    takeMedia: takeMedia === "1",
    hideNumbers: caller.isHiddenNum || caller.hiddenGlobalPhone,
  });
  if (reply.code !== 1) {
    link.who = undefined;
    return reply;
  }
  link.respond(line, { code: 1 });
  link.snapshot(reply.v, reply.events);
  return reply;
}
