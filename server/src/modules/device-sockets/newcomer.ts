/** A socket that has just been opened: what it says first tells whose it is, and is heard by whoever has it then. */
import { EventEmitter } from "node:events";
import { maxBytes } from "../../adapters/embedded/switch/sip/rate.ts";
import type { OwnSocket } from "./own-wire.ts";

/** Texts that are kept until then; a device says one. */
const mostSaid = 20;

/** The user part of From: it is the device's own in every request that it begins. */
export const userOf = (text: string): string | undefined =>
  /^(?:From|f)[ \t]*:[^\r\n]*?sips?:([^@;>\s]{1,64})@/im.exec(text)?.[1];

/** Blank lines keep a connection alive (RFC 5626 section 3.5.1). */
const saysNothing = (text: string): boolean => text.trim() === "";

export class Newcomer extends EventEmitter implements OwnSocket {
  private readonly ws: OwnSocket;
  private readonly said: [data: Buffer, binary: boolean][] = [];
  private gone = false;
  private waits = true;
  /** We have closed it: nothing that it says before it is gone is kept. */
  private shut = false;
  /** Undefined: nobody's that is named, or it has closed. */
  readonly user: Promise<string | undefined>;

  constructor(ws: OwnSocket) {
    super();
    this.ws = ws;
    this.user = new Promise((resolve) => {
      ws.on("message", (data: Buffer, binary) => {
        if (!this.waits) return void this.emit("message", data, binary);
        if (this.shut) return;
        if (data.length > maxBytes(false)) return this.close(1009, "message too big");
        if (this.said.push([data, binary]) > mostSaid) return this.close(1008, "too much was said");
        const text = data.toString();
        if (!saysNothing(text)) resolve(userOf(text));
      });
      // Nobody waits for it any more.
      ws.on("close", () => resolve(undefined));
    });
    ws.on("close", () => {
      this.gone = true;
      this.emit("close");
    });
    ws.on("pong", () => this.emit("pong"));
    ws.on("error", (error) => this.listenerCount("error") > 0 && this.emit("error", error));
  }

  get OPEN(): 1 {
    return this.ws.OPEN;
  }
  get readyState(): OwnSocket["readyState"] {
    return this.ws.readyState;
  }

  /** Whoever has it listens: what was said so far is told, and its end. */
  goOn(): void {
    this.waits = false;
    for (const said of this.said.splice(0)) this.emit("message", ...said);
    if (this.gone) this.emit("close");
  }

  send(text: string, done?: (error?: Error) => void): void {
    this.ws.send(text, done);
  }
  close(code?: number, reason?: string): void {
    this.shut = true;
    this.said.length = 0;
    this.ws.close(code, reason);
  }
  terminate(): void {
    this.ws.terminate();
  }
  ping(): void {
    this.ws.ping();
  }
}
