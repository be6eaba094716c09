/**
 * Copies of Asterisk's SIP (HEP version 3 over UDP, res_hep). ARI tells the status of a refusal, and since 22.9 makes a Q.850 cause of
 * it, whatever the network said in its Reason header: that is read here. Without copies a result is by the status alone.
 */
import { createSocket, type Socket } from "node:dgram";
import { isIP } from "node:net";
import type { Logger } from "../../../../ports/logger.ts";
import { q850Of } from "../../../embedded/switch/sip/causes.ts";
import { copiesKey } from "../configuration.ts";

/** Between the refusal that ARI tells and its copy. */
const LATE_MS = 200;
const KEPT_MS = 10_000;
const chunks = { key: 0x0e, payload: 0x0f } as const;
const HEAD = 6;

/** The SIP message of a packet; undefined: it is none of Asterisk's. */
export function copied(packet: Buffer, key: string): string | undefined {
  if (packet.length < HEAD || packet.toString("latin1", 0, 4) !== "HEP3") return undefined;
  const found = new Map<number, string>();
  for (let at = HEAD; at + HEAD <= packet.length;) {
    const length = packet.readUInt16BE(at + 4);
    if (length < HEAD || at + length > packet.length) return undefined;
    if (packet.readUInt16BE(at) === 0)
      found.set(packet.readUInt16BE(at + 2), packet.toString("utf8", at + HEAD, at + length));
    at += length;
  }
  return found.get(chunks.key) === key ? found.get(chunks.payload) : undefined;
}

/** Call-ID and Q.850 cause of a final response that refuses an INVITE. */
export function refusalIn(sip: string): { readonly callId: string; readonly q850: number | undefined } | undefined {
  const [head = ""] = sip.split(/\r?\n\r?\n/, 1);
  const callId = /^(?:Call-ID|i)[ \t]*:[ \t]*(\S+)/im.exec(head)?.[1];
  if (!/^SIP\/2\.0 [3-6]\d\d /.test(head) || !/^CSeq[ \t]*:[ \t]*\d+ INVITE/im.test(head) || !callId) return undefined;
  const reasons = [...head.matchAll(/^Reason[ \t]*:[ \t]*(.*?)\r?$/gim)].map(([, value = ""]) => value);
  return { callId, q850: q850Of(reasons) };
}

export class Copies {
  private readonly logger: Logger;
  private readonly key: string;
  private readonly at: { readonly address: string; readonly port: number } | undefined;
  private socket: Socket | undefined;
  private readonly seen = new Map<string, { readonly q850: number | undefined; readonly until: number }>();
  private readonly waits = new Map<string, (q850: number | undefined) => void>();

  constructor(access: { readonly password: string; readonly copies?: string }, logger: Logger) {
    this.logger = logger;
    this.key = copiesKey(access.password);
    const [, address = "", port = ""] = /^\[?(.+?)\]?:(\d+)$/.exec(access.copies ?? "") ?? [];
    this.at = port === "" ? undefined : { address, port: Number(port) };
  }

  start(): void {
    const { at } = this;
    if (!at || this.socket) return;
    // A process that led before may not be quite gone.
    const socket = createSocket({ type: isIP(at.address) === 6 ? "udp6" : "udp4", reuseAddr: true });
    this.socket = socket;
    socket.on("error", (error) => {
      this.logger.warn({}, `ASTERISK_SIP_COPIES: ${error.message}; Q.850 causes of refusals are not known`);
      this.stop();
    });
    socket.on("message", (packet) => this.came(packet));
    socket.bind(at.port, at.address);
    socket.unref();
  }

  stop(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
    this.seen.clear();
    for (const settle of [...this.waits.values()]) settle(undefined);
  }

  /** What the network said of the call that it refused. */
  async q850(callId: string): Promise<number | undefined> {
    const known = this.seen.get(callId);
    if (known || !this.socket) return known?.q850;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waits.get(callId)?.(undefined), LATE_MS);
      this.waits.set(callId, (q850) => {
        clearTimeout(timer);
        this.waits.delete(callId);
        resolve(q850);
      });
    });
  }

  private came(packet: Buffer): void {
    const sip = copied(packet, this.key);
    const refusal = sip === undefined ? undefined : refusalIn(sip);
    if (!refusal) return;
    const { callId, q850 } = refusal;
    const now = performance.now();
    // In the order of their ends.
    for (const [id, { until }] of this.seen) {
      if (until > now) break;
      this.seen.delete(id);
    }
    this.seen.set(callId, { q850, until: now + KEPT_MS });
    this.waits.get(callId)?.(q850);
  }
}
