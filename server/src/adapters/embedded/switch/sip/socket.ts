/** One SIP-over-WebSocket connection (RFC 7118): frames in, one UserAgentCore, guards against everything malformed. */
import { randomBytes } from "node:crypto";
import { URI } from "sip.js/lib/grammar/index.js";
import {
  Dialog,
  IncomingResponseMessage,
  LoggerFactory,
  Parser,
  TransportError,
  UserAgentCore,
  type IncomingRequestMessage,
  type ResponseOptions,
  type UserAgentCoreDelegate,
} from "sip.js/lib/core/index.js";
import type { RawData, WebSocket } from "ws";
import type { Logger } from "../../../../ports/logger.ts";
import type { SipCredential } from "../../../../ports/switch.ts";
import type { Applicant } from "./auth.ts";
import { refusalOf, refusalOfLine, replyTo, survey, type Refusal } from "./admission.ts";
import { dialogueOf } from "./dialogue.ts";
import { NonceBook } from "./digest.ts";
import { readQuickly, slowReadings } from "./grammar.ts";
import { allowOurs } from "./methods.ts";
import { allowances, Bucket, maxBytes } from "./rate.ts";
import { transactionOf } from "./transaction.ts";

readQuickly();
allowOurs();

/** Header lines of a message; devices send about 20. */
const MAX_LINES = 64;
const PING_MS = 15_000;
const KEEPALIVE = /^(\r\n)+$/;

/** As much of a WebSocket as is used here. */
export type SipWire = Pick<WebSocket, "close" | "terminate" | "ping" | "readyState" | "OPEN"> & {
  send(text: string, done?: (error?: Error) => void): void;
  /** Somebody signed in on it, for who passes on what it says. */
  signedIn?(): void;
  on(event: "message", listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: "pong" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
};

export interface SipSocketOptions {
  /** Names it in every process, also in one that takes it over. */
  readonly id: string;
  readonly remoteAddress: string;
  readonly realm: string;
  readonly logger: Logger;
  /** Of this socket, until somebody signs in on it. */
  readonly bucket: Bucket;
  /** Of all sockets of the address on which nobody is signed in. */
  readonly addressBucket: Bucket;
  now(): number;
  delegate(socket: SipSocket): UserAgentCoreDelegate;
  onProven(socket: SipSocket, credential: SipCredential): void;
  onGone(socket: SipSocket): void;
}

export class SipSocket implements Applicant {
  readonly id: string;
  readonly remoteAddress: string;
  readonly nonces = new NonceBook();
  /** Users that proved themselves on this socket. */
  readonly users = new Set<string>();
  /** Whose credentials they proved themselves with. */
  readonly holders = new Set<string>();
  /** Its device has one socket and one call. */
  single = false;
  readonly core: UserAgentCore;
  open = true;
  /** Of transactions that a process before began, by their branch. */
  private readonly earlier = new Map<string, (response: IncomingResponseMessage) => void>();
  private readonly ws: SipWire;
  private readonly options: SipSocketOptions;
  private readonly log: LoggerFactory;
  private readonly timer: NodeJS.Timeout;
  private pongSeen = true;
  private bucket: Bucket;
  /** Pings that found nobody signed in. */
  private nameless = 0;

  constructor(ws: SipWire, options: SipSocketOptions) {
    this.ws = ws;
    this.options = options;
    this.id = options.id;
    this.remoteAddress = options.remoteAddress;
    this.log = new LoggerFactory();
    this.log.builtinEnabled = false;
    this.bucket = options.bucket;
    this.core = this.makeCore(options.realm, options.delegate(this));
    const { logger } = options;
    ws.on("message", (data, isBinary) => this.guard(() => this.receive(data, isBinary)));
    ws.on("pong", () => {
      this.pongSeen = true;
    });
    ws.on("close", () => this.gone());
    ws.on("error", (error) => logger.debug({}, `SIP socket: ${error.message}`));
    // A laptop that was shut says nothing: without an answer to a ping the socket is dead.
    this.timer = setInterval(() => this.ping(), PING_MS);
    this.timer.unref();
  }

  /** A user proved itself here: the socket may say more from now on. */
  proven(credential: SipCredential): void {
    const { user, holder, single = false } = credential;
    if (!this.signedIn) this.bucket = new Bucket(allowances.signedIn, this.options.now());
    // Each time: the broker may have lost the word.
    this.ws.signedIn?.();
    this.users.add(user);
    if (holder !== undefined) this.holders.add(holder);
    if (single) this.single = true;
    this.options.onProven(this, credential);
  }

  /** Past the core: of a transaction that it did not begin. */
  say(message: string): void {
    void this.send(message).catch((error: Error) => this.options.logger.debug({}, `SIP: ${error.message}`));
  }

  /** Responses of such a transaction, until it is stopped. */
  listen(branch: string, hear: (response: IncomingResponseMessage) => void): () => void {
    this.earlier.set(branch, hear);
    return () => void this.earlier.delete(branch);
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
    // A dead peer never answers the close frame.
    setTimeout(() => this.ws.terminate(), 1_000).unref();
    this.gone();
  }

  private makeCore(realm: string, delegate: UserAgentCoreDelegate): UserAgentCore {
    const contact = new URI("sip", "switch", realm, undefined, { transport: "ws" });
    return new UserAgentCore(
      {
        aor: contact,
        contact: { pubGruu: undefined, tempGruu: undefined, uri: contact, toString: () => `<${contact.toString()}>` },
        displayName: "",
        loggerFactory: this.log,
        hackViaTcp: false,
        routeSet: [],
        sipjsId: randomBytes(4).toString("hex"),
        supportedOptionTags: ["outbound"],
        supportedOptionTagsResponse: ["outbound", "timer"],
        userAgentHeaderFieldValue: "Liantai",
        viaForceRport: false,
        viaHost: `${randomBytes(6).toString("hex")}.invalid`,
        authenticationFactory: () => undefined,
        transportAccessor: () => ({ protocol: "WS", send: (message: string) => this.send(message) }),
      },
      delegate,
    );
  }

  private send(message: string): Promise<void> {
    if (!this.open || this.ws.readyState !== this.ws.OPEN)
      return Promise.reject(new TransportError("the socket is closed"));
    return new Promise((resolve, reject) =>
      this.ws.send(message, (error) => (error ? reject(new TransportError(error.message)) : resolve())),
    );
  }

  private receive(data: RawData, isBinary: boolean): void {
    if (!this.open) return;
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    if (bytes.length > maxBytes(this.signedIn)) return this.close(1009, "message too big");
    if (!this.admit()) return this.close(1008, "too many messages");
    const text = bytes.toString("utf8");
    if (KEEPALIVE.test(text)) {
      if (!isBinary) this.ws.send("\r\n");
      return;
    }
    const head = survey(text, MAX_LINES);
    if (head.lines > MAX_LINES) return this.options.logger.debug({}, "SIP: a message of too many lines was dropped");
    const message = this.parse(text);
    if (message instanceof IncomingResponseMessage) {
      if (!complete(message)) return;
      const hear = this.earlier.get(message.viaBranch);
      return hear ? hear(message) : this.core.receiveIncomingResponseFromTransport(message);
    }
    const refusal = message ? refusalOf(message, text, head) : refusalOfLine(text.slice(0, text.indexOf("\r\n")));
    if (refusal || !message) return this.refuse(text, message, refusal);
    message.viaBranch = transactionOf(message);
    if (message.method === "UPDATE") return this.update(message);
    // The core serves one address; we serve them all.
    this.core.configuration.aor = message.ruri as URI;
    try {
      this.core.receiveIncomingRequestFromTransport(message);
    } catch (error) {
      this.options.logger.debug({}, `SIP: ${(error as Error).message}`);
      if (message.method !== "ACK") this.core.replyStateless(message, { statusCode: 400 });
    }
  }

  /** An ACK is never answered, nor is what has no first line of a request. */
  private refuse(text: string, message: IncomingRequestMessage | undefined, refusal: Refusal | undefined): void {
    const reply = refusal && message?.method !== "ACK" && replyTo(text, refusal, randomBytes(4).toString("hex"));
    if (reply) void this.send(reply).catch(() => undefined);
    else this.options.logger.debug({}, "SIP: a malformed message was dropped");
  }

  private get signedIn(): boolean {
    return this.users.size > 0;
  }

  /** Before anything of a message is looked at. */
  private admit(): boolean {
    const now = this.options.now();
    return this.bucket.take(now) && (this.signedIn || this.options.addressBucket.take(now));
  }

  private parse(text: string): IncomingRequestMessage | IncomingResponseMessage | undefined {
    const before = slowReadings();
    const message = Parser.parseMessage(acceptStar(text), this.log.getLogger("sip.parser"));
    const slow = (slowReadings() - before) / 2;
    this.bucket.charge(slow);
    if (!this.signedIn) this.options.addressBucket.charge(slow);
    return message;
  }

  /** A method that sip.js' core does not know: a session is refreshed with it, and described anew. */
  private update(message: IncomingRequestMessage): void {
    const dialog = this.core.dialogs.get(`${message.callId}${message.toTag}${message.fromTag}`);
    const reply = (options: ResponseOptions): void => void this.core.replyStateless(message, options);
    if (!dialog) return reply({ statusCode: 481 });
    if (dialog.remoteSequenceNumber !== undefined && message.cseq <= dialog.remoteSequenceNumber)
      return reply({ statusCode: 500, extraHeaders: ["Retry-After: 1"] });
    // It counts for the order of what comes after it; the core would do no more with it than that.
    Dialog.prototype.receiveRequest.call(dialog, message);
    const dialogue = dialogueOf(dialog);
    // Before the answer the offer of the INVITE is still open.
    if (!dialogue) return reply({ statusCode: message.body ? 491 : 200 });
    void dialogue.update(message, reply);
  }

  /** Nothing that comes in may bring the process down. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.options.logger.warn({}, `SIP: ${(error as Error).message}`);
    }
  }

  private ping(): void {
    if (this.users.size === 0 && this.nameless++ > 0) return this.close(1008, "nobody signed in");
    if (!this.pongSeen) {
      this.ws.terminate();
      return this.gone();
    }
    this.pongSeen = false;
    this.guard(() => this.ws.ping());
  }

  private gone(): void {
    if (!this.open) return;
    this.open = false;
    clearInterval(this.timer);
    this.options.onGone(this);
    this.guard(() => this.core.dispose());
  }
}

/** `Contact: *` takes back every binding (RFC 3261 section 10.2.2); sip.js' grammar does not know it. */
const acceptStar = (text: string): string =>
  text.startsWith("REGISTER ") ? text.replace(/\r\n(?:contact|m)\s*:\s*\*\s*(?=\r\n)/i, "\r\nX-Contact-Star: 1") : text;

const complete = (message: IncomingResponseMessage): boolean =>
  Boolean(message.viaBranch && message.callId && message.from && message.to && message.fromTag) &&
  Boolean(message.method && message.statusCode) &&
  Number.isInteger(message.cseq) &&
  message.cseq >= 0;
