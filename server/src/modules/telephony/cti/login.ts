/** The one command that the gateway answers: who is this. */
import { accountOf, isAdministrator, isSeat, terminalTypes, type CtiLine } from "@liantai/api/contract";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { AttachReply, AttachRequest } from "../topics.ts";
import { wrong } from "./commands/command.ts";
import type { Link } from "./link.ts";

export interface LoginDeps {
  readonly gateway: string;
  /** By the ticket, or by its MD5. */
  redeem(ticket: string): Promise<Caller | undefined>;
  redeemDigest(digest: string): Promise<Caller | undefined>;
  /** Its end was heard while the ticket was looked at. */
  hasEnded(sessionId: string): boolean;
  attach(request: AttachRequest): Promise<AttachReply>;
  /** An administrator's link is told of the call that he hears; which one it is now. */
  hear(link: Link): Promise<Pick<AttachReply, "v" | "events">>;
}

type Needed = readonly (readonly [fields: readonly string[], code: number])[];

/** Fields in the order in which they are missed, with the code that says so. `password` is the ticket's MD5. */
const ofAgents: Needed = [
  [["agentId"], -201],
  [["ticket", "password"], -202],
  [["extension"], -203],
  [["compId"], -204],
  [["terminalType"], -302],
  [["instance"], -303],
];
/** A seat at an outside line may have no extension; whether it has one the engine knows (K57). */
const ofLines: Needed = ofAgents.filter(([, code]) => code !== -203);
const ofAdministrators: Needed = [
  [["userName"], -201],
  [["ticket", "password"], -202],
  [["compId"], -204],
];

const isTerminal = (text: string | undefined): boolean => terminalTypes.some((type) => String(type) === text);

const redeemed = ({ redeem, redeemDigest }: LoginDeps, { ticket, password }: CtiLine["fields"]) =>
  ticket ? redeem(ticket) : redeemDigest(password ?? "");

/** Company, user name and password (C10): no extension, no telephone, nothing to attach to. */
async function administratorLogin(link: Link, line: CtiLine, deps: LoginDeps): Promise<CommandReply> {
  const { compId, userName } = line.fields;
  const caller = await redeemed(deps, line.fields);
  if (!caller) return { code: -402 };
  const own = isAdministrator(caller) && caller.compId === compId && accountOf(caller.userName) === userName;
  if (!own) return { code: -301, msg: "管理员不存在" };
  if (deps.hasEnded(caller.sessionId)) return { code: -402 };
  link.administrates(caller);
  const { v, events } = await deps.hear(link);
  link.respond(line, { code: 1 });
  link.snapshot(v, events);
  return { code: 1 };
}

export async function login(link: Link, line: CtiLine, deps: LoginDeps): Promise<CommandReply> {
  // Before anything else: a refusal of another kind closes the socket.
  if (link.who) return { code: -103 };
  const { fields } = line;
  const administers = fields["type"] === "admin";
  if (!administers && fields["type"] && fields["type"] !== "agent") return wrong("type");
  const ofSeats = fields["terminalType"] === "0" ? ofLines : ofAgents;
  const missing = (administers ? ofAdministrators : ofSeats).find(([names]) => !names.some((name) => fields[name]));
  if (missing) return { code: missing[1] };
  if (administers) return administratorLogin(link, line, deps);
  const { agentId = "", extension = "", compId = "", instance = "", takeMedia } = fields;
  if (!isTerminal(fields["terminalType"])) return { code: -302 };
  if (!/^[\w:.-]{1,100}$/.test(instance)) return { code: -303 };
  const caller = await redeemed(deps, fields);
  if (!caller) return { code: -402 };
  // The ticket says who it is; the fields must not say anybody else.
  if (caller.compId !== compId || caller.agentId !== agentId || !isSeat(caller)) return { code: -301 };
  if (deps.hasEnded(caller.sessionId)) return { code: -402 };
  link.expectSnapshot();
  link.who = { compId, agentId, sessionId: caller.sessionId };
  link.caller = caller;
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
    hideNumbers: hidesNumbers(caller),
  });
  if (reply.code !== 1) {
    link.who = undefined;
    return reply;
  }
  link.respond(line, { code: 1 });
  link.snapshot(reply.v, reply.events);
  return reply;
}
