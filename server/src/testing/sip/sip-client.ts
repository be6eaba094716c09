/**
 * A headless SIP-over-WebSocket telephone for tests: registers, calls, is called, with real audio (audio-peer.ts).
 * Works against any switch that speaks RFC 7118 and WebRTC, ours or Asterisk.
 */
import { randomBytes } from "node:crypto";
import { URI } from "sip.js/lib/grammar/index.js";
import {
  DigestAuthentication,
  IncomingResponseMessage,
  LoggerFactory,
  Parser,
  UserAgentCore,
  type IncomingInviteRequest,
} from "sip.js/lib/core/index.js";
import { WebSocket } from "ws";
import { AudioPeer, type Law } from "./audio-peer.ts";
import { SipCall, type Wording } from "./sip-call.ts";

export interface SipClientOptions {
  readonly url: string;
  readonly realm: string;
  readonly user: string;
  readonly password: string;
  /** The tone it says in every call. */
  readonly toneHz?: number;
  /** What it talks; default mu-law. */
  readonly law?: Law;
}

/** A refusal with its SIP status. */
class SipRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`SIP ${status}`);
    this.status = status;
  }
}

export class SipClient {
  readonly options: SipClientOptions;
  readonly core: UserAgentCore;
  readonly instance = `urn:uuid:${crypto.randomUUID()}`;
  readonly calls: SipCall[] = [];
  /** The first socket is gone: the code it was closed with. */
  readonly closed: Promise<number>;
  /** What becomes of each message before it goes out; an empty one does not. */
  spoil: (message: string) => string = (message) => message;
  private ws: WebSocket;
  private readonly contact: URI;
  private readonly callId = randomBytes(8).toString("hex");
  private cseq = 0;
  private waiting: ((call: SipCall) => void)[] = [];
  private readonly unclaimed: SipCall[] = [];

  private constructor(options: SipClientOptions, ws: WebSocket) {
    this.options = options;
    this.ws = ws;
    this.contact = new URI("sip", randomBytes(4).toString("hex"), "client.invalid", undefined, { transport: "ws" });
    const loggers = new LoggerFactory();
    loggers.builtinEnabled = false;
    this.core = new UserAgentCore(
      {
        aor: this.uri(options.user),
        contact: {
          pubGruu: undefined,
          tempGruu: undefined,
          uri: this.contact,
          toString: () => `<${this.contact.toString()}>`,
        },
        displayName: "",
        loggerFactory: loggers,
        hackViaTcp: false,
        routeSet: [],
        sipjsId: randomBytes(3).toString("hex"),
        supportedOptionTags: ["outbound"],
        supportedOptionTagsResponse: ["outbound"],
        userAgentHeaderFieldValue: "Liantai test client",
        viaForceRport: false,
        viaHost: "client.invalid",
        authenticationFactory: () => new DigestAuthentication(loggers, undefined, options.user, options.password),
        transportAccessor: () => ({ protocol: "WS", send: (message: string) => this.send(message) }),
      },
      { onInvite: (request) => this.invited(request) },
    );
    this.listen(ws);
    this.closed = new Promise((resolve) => ws.once("close", (code) => resolve(code)));
  }

  static async connect(options: SipClientOptions): Promise<SipClient> {
    return new SipClient(options, await opened(options.url));
  }

  /** A new socket for the same telephone, as a page has after its network blinked. Calls go on. */
  async reconnect(): Promise<void> {
    this.ws = await opened(this.options.url);
    this.listen(this.ws);
  }

  uri(user: string): URI {
    return new URI("sip", user, this.options.realm);
  }

  /** Rejects with SipRefusal. `expires` in s; 0 takes the registration back. */
  register(expires = 600): Promise<IncomingResponseMessage> {
    return this.registerWith([
      `Contact: <${this.contact.toString()}>;+sip.instance="<${this.instance}>";reg-id=1;expires=${expires}`,
    ]);
  }

  /** A registration with these header lines. */
  registerWith(headers: string[]): Promise<IncomingResponseMessage> {
    const uri = this.uri(this.options.user);
    const message = this.core.makeOutgoingRequestMessage(
      "REGISTER",
      this.uri(""),
      uri,
      uri,
      { callId: this.callId, cseq: (this.cseq += 2) },
      headers,
    );
    return new Promise((resolve, reject) => {
      this.core.register(message, {
        onAccept: (response) => resolve(response.message),
        onReject: (response) => reject(new SipRefusal(response.message.statusCode ?? 0)),
      });
    });
  }

  /** Sends the INVITE; what becomes of it shows in the call's promises. `wording` may spoil its description. */
  async call(to: string, headers: readonly string[] = [], wording: Partial<Wording> = {}): Promise<SipCall> {
    const { toneHz, law } = this.options;
    const call = new SipCall(this, new AudioPeer(toneHz, law));
    this.calls.push(call);
    const same = (sdp: string): string => sdp;
    await call.invite(to, headers, { describe: same, understand: same, ...wording });
    return call;
  }

  /** A call without an offer, which the switch makes; `silent`: the ACK has no answer. */
  callBare(to: string, silent = false): SipCall {
    const call = new SipCall(this, new AudioPeer(this.options.toneHz, this.options.law));
    this.calls.push(call);
    call.inviteBare(to, silent);
    return call;
  }

  /** The next call that comes in (or the oldest that came and nobody asked for). */
  incoming(ms = 5_000): Promise<SipCall> {
    const call = this.unclaimed.shift();
    if (call) return Promise.resolve(call);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no call came in within ${ms} ms`)), ms);
      this.waiting.push((next) => {
        clearTimeout(timer);
        resolve(next);
      });
    });
  }

  /** Text on the wire as it is, for requests that no library would send. */
  raw(text: string): void {
    this.ws.send(text);
  }

  get contactHeader(): string {
    return `Contact: <${this.contact.toString()}>`;
  }

  /** The socket goes away without a word; the audio of its calls goes on until `closeAudio`. */
  drop(): void {
    this.ws.terminate();
  }

  async close(): Promise<void> {
    this.ws.terminate();
    this.core.dispose();
    await Promise.all(this.calls.map((call) => call.peer.close()));
  }

  private listen(ws: WebSocket): void {
    ws.on("message", (data: Buffer) => {
      const message = Parser.parseMessage(data.toString(), this.core.loggerFactory.getLogger("sip.parser"));
      if (message instanceof IncomingResponseMessage) this.core.receiveIncomingResponseFromTransport(message);
      else if (message) this.core.receiveIncomingRequestFromTransport(message);
    });
  }

  private invited(request: IncomingInviteRequest): void {
    const call = new SipCall(this, new AudioPeer(this.options.toneHz, this.options.law));
    this.calls.push(call);
    call.take(request);
    const claim = this.waiting.shift();
    if (claim) claim(call);
    else this.unclaimed.push(call);
  }

  private send(message: string): Promise<void> {
    const text = this.spoil(message);
    if (text === "") return Promise.resolve();
    return new Promise((resolve, reject) => this.ws.send(text, (error) => (error ? reject(error) : resolve())));
  }
}

async function opened(url: string): Promise<WebSocket> {
  const ws = new WebSocket(url, "sip");
  await new Promise<void>((resolve, reject) => {
    ws.once("open", resolve);
    ws.once("error", reject);
  });
  return ws;
}
