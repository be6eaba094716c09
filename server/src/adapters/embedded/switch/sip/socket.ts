/** One SIP-over-WebSocket connection (RFC 7118): frames in, one UserAgentCore, guards against everything malformed. */
import { randomBytes } from "node:crypto";
import { URI } from "sip.js/lib/grammar/index.js";
import {
  IncomingResponseMessage,
  LoggerFactory,
  Parser,
  TransportError,
  UserAgentCore,
  type IncomingRequestMessage,
  type UserAgentCoreDelegate,
} from "sip.js/lib/core/index.js";
import type { RawData, WebSocket } from "ws";
import type { Logger } from "../../../../ports/logger.ts";
import type { Applicant } from "./auth.ts";
import { NonceBook } from "./digest.ts";

const MAX_BYTES = 64 * 1024;
/** Messages a second that no device sends; more is an attack or a loop. */
const MAX_RATE = 200;
const PING_MS = 15_000;
const KEEPALIVE = /^(\r\n)+$/;

export class SipSocket implements Applicant {
  readonly remoteAddress: string;
  readonly nonces = new NonceBook();
  /** Users that proved themselves on this socket. */
  readonly users = new Set<string>();
  readonly core: UserAgentCore;
  open = true;
  private readonly ws: WebSocket;
  private readonly logger: Logger;
  private readonly log: LoggerFactory;
  private readonly onGone: (socket: SipSocket) => void;
  private readonly timer: NodeJS.Timeout;
  private pongSeen = true;
  private received = 0;
  /** Pings that found nobody signed in. */
  private nameless = 0;

  constructor(
    ws: WebSocket,
    remoteAddress: string,
    realm: string,
    logger: Logger,
    delegate: (socket: SipSocket) => UserAgentCoreDelegate,
    onGone: (socket: SipSocket) => void,
  ) {
    this.ws = ws;
    this.remoteAddress = remoteAddress;
    this.logger = logger;
    this.onGone = onGone;
    this.log = new LoggerFactory();
    this.log.builtinEnabled = false;
    this.core = this.makeCore(realm, delegate(this));
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
        supportedOptionTagsResponse: ["outbound"],
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
    if (bytes.length > MAX_BYTES) return this.close(1009, "message too big");
    if (++this.received > (MAX_RATE * PING_MS) / 1_000) return this.close(1008, "too many messages");
    const text = bytes.toString("utf8");
    if (KEEPALIVE.test(text)) {
      if (!isBinary) this.ws.send("\r\n");
      return;
    }
    const message = Parser.parseMessage(acceptStar(text), this.log.getLogger("sip.parser"));
    if (!message || !complete(message)) return this.logger.debug({}, "SIP: a malformed message was dropped");
    if (message instanceof IncomingResponseMessage) return this.core.receiveIncomingResponseFromTransport(message);
    if (message.method === "UPDATE") return this.update(message);
    // The core serves one address; we serve them all.
    this.core.configuration.aor = message.ruri as URI;
    try {
      this.core.receiveIncomingRequestFromTransport(message);
    } catch (error) {
      this.logger.debug({}, `SIP: ${(error as Error).message}`);
      if (message.method !== "ACK") this.core.replyStateless(message, { statusCode: 400 });
    }
  }

  /** JsSIP refreshes its session timer with UPDATE (RFC 4028), a method that sip.js' core does not know. */
  private update(message: IncomingRequestMessage): void {
    const dialog = this.core.dialogs.get(`${message.callId}${message.toTag}${message.fromTag}`);
    const statusCode = !dialog ? 481 : message.body ? 488 : 200;
    this.core.replyStateless(message, {
      statusCode,
      extraHeaders: [`Contact: ${this.core.configuration.contact.toString()}`],
    });
  }

  /** Nothing that comes in may bring the process down. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.warn({}, `SIP: ${(error as Error).message}`);
    }
  }

  private ping(): void {
    this.received = 0;
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
    this.onGone(this);
    this.guard(() => this.core.dispose());
  }
}

/** `Contact: *` takes back every binding (RFC 3261 section 10.2.2); sip.js' grammar does not know it. */
const acceptStar = (text: string): string =>
  text.startsWith("REGISTER ") ? text.replace(/\r\n(?:contact|m)\s*:\s*\*\s*(?=\r\n)/i, "\r\nX-Contact-Star: 1") : text;

function complete(message: IncomingRequestMessage | IncomingResponseMessage): boolean {
  if (!message.viaBranch || !message.callId || !message.from || !message.to || !message.fromTag) return false;
  if (!Number.isInteger(message.cseq) || message.cseq < 0) return false;
  if (message instanceof IncomingResponseMessage) return Boolean(message.method && message.statusCode);
  const cseq = message.getHeader("cseq") ?? "";
  return Boolean(message.ruri) && cseq.trim().split(/\s+/)[1] === message.method;
}
