/** One browser's CTI socket: lines in, lines out. Knows nothing of calls. */
import {
  CtiSyntaxError,
  ctiErrors,
  ctiMaxLine,
  decodeCti,
  encodeCti,
  fieldError,
  type CtiEventName,
  type CtiLine,
} from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { AgentNotice, AttachRequest } from "../topics.ts";

/** A page that does not read is cut off when this much waits for it, bytes. */
const maxBuffered = 1_000_000;
/** States of seats wait, merged, behind this much. */
const maxBehind = 65_536;
/** Lines that make no sense before the socket is closed. */
const maxNonsense = 20;
/** Lines a second, a held key included. */
const maxRate = 50;
/** Lines that wait for those before them. */
const maxWaiting = 100;

export const closeCodes = { restart: 1012, policy: 1008, login: 4401, forcedOut: 4403 } as const;

/** What a link needs of its socket. */
interface Outlet {
  readonly OPEN: number;
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

const said = ({ field }: CtiSyntaxError): string => (field ? fieldError(field) : (ctiErrors[-400] ?? ""));

export class Link {
  readonly id: string;
  readonly #socket: Outlet;
  /** Set by a login that succeeded. */
  who: { readonly compId: string; readonly agentId: string | null; readonly sessionId: string } | undefined;
  /** Who signed in; renewed when roles change. */
  caller: Caller | undefined;
  forcedOut = false;
  /** How the engine came to know it: an agent's. */
  attached: AttachRequest | undefined;
  /** It said too much: nothing more of it is read, whether or not it answers the close. */
  shut = false;
  #nonsense = 0;
  #second = 0;
  #lines = 0;
  /** Notices that came before the snapshot they belong after; undefined: it has been sent. */
  #held: AgentNotice[] | undefined = [];
  #v = -1;

  constructor(id: string, socket: Outlet) {
    this.id = id;
    this.#socket = socket;
  }

  /** A line has come, behind `waiting` others: counted before it is kept. False: it is nobody's. */
  arrived(now: number, waiting: number): boolean {
    if (this.shut) return false;
    const second = Math.floor(now / 1_000);
    this.#lines = second === this.#second ? this.#lines + 1 : 1;
    this.#second = second;
    if (this.#lines <= maxRate && waiting < maxWaiting) return true;
    this.shut = true;
    this.close(closeCodes.policy, "too many lines");
    return false;
  }

  /** The line, or undefined after having answered what is none. */
  read(data: unknown): CtiLine | undefined {
    try {
      if (typeof data !== "string" || data.length > ctiMaxLine)
        throw new CtiSyntaxError("a line is text of at most 16,384 characters");
      const line = decodeCti(data);
      if (line.type !== "command") throw new CtiSyntaxError("only commands are taken here");
      if (!/^\d{1,9}$/.test(line.fields["seq"] ?? "")) throw new CtiSyntaxError("a command needs a seq", "seq");
      return line;
    } catch (error) {
      if (!(error instanceof CtiSyntaxError)) throw error;
      this.#nonsense += 1;
      if (this.#nonsense > maxNonsense) this.close(closeCodes.policy, "not the CTI protocol");
      else this.#send({ type: "response", name: "syntax", fields: { seq: "", code: "-400", msg: said(error) } });
      return undefined;
    }
  }

  respond(line: CtiLine, reply: CommandReply): void {
    const msg = reply.msg ?? (reply.code === 1 ? "" : (ctiErrors[reply.code] ?? ""));
    this.#send({
      type: "response",
      name: line.name,
      fields: { ...reply.fields, seq: line.fields["seq"] ?? "", code: String(reply.code), msg },
    });
  }

  event(name: CtiEventName, fields: Readonly<Record<string, string>>): void {
    this.#send({ type: "event", name, fields });
  }

  /** An event of the agent; before the snapshot it waits. */
  notice(notice: AgentNotice): void {
    if (this.#held) this.#held.push(notice);
    else if (notice.v > this.#v) {
      this.#v = notice.v;
      this.event(notice.name, notice.fields);
    }
  }

  /** Of an administrator, who has no seat: he is told of the call that he hears alone. */
  administrates(caller: Caller): void {
    this.who = { compId: caller.compId, agentId: null, sessionId: caller.sessionId };
    this.caller = caller;
    this.expectSnapshot();
  }

  /** Begins anew to hold notices back: a login is under way. */
  expectSnapshot(): void {
    this.#held = [];
  }

  snapshot(v: number, events: readonly Pick<AgentNotice, "name" | "fields">[]): void {
    for (const e of events) this.event(e.name, e.fields);
    this.#v = v;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const notice of held) this.notice(notice);
  }

  /** False: the client does not read as fast as it is told. */
  get keepsUp(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount < maxBehind;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #send(line: CtiLine): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBuffered) return this.#socket.terminate();
    this.#socket.send(encodeCti(line));
  }
}
