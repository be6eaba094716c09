/**
 * Our end of the SIP between this process and Asterisk: one WebSocket, one registration, one dialogue a leg. Devices speak with our
 * own SIP edge alone; what it learns of a leg's audio (SDP) goes on from here, and Asterisk and the device then send each other the
 * audio directly.
 */
import { setTimeout as wait } from "node:timers/promises";
import {
  IncomingResponseMessage,
  LoggerFactory,
  Parser,
  type UserAgentCore,
  type Body,
  type IncomingInviteRequest,
  type OutgoingInviteRequest,
  type Session,
} from "sip.js/lib/core/index.js";
import type { WebSocket } from "ws";
import type { Logger } from "../../../ports/logger.ts";
import type { KeptState, KeptValue } from "../../../ports/leg-store.ts";
import type { LegId } from "../../../ports/switch.ts";
import { keepDialogue, takeUpDialogue } from "../../embedded/switch/sip/kept-dialogue.ts";
import type { Ari, AriAccess } from "./ari.ts";
import { edgeOf, extensionOf } from "./names.ts";
import { edgeCore, uriOf } from "./edge-core.ts";
import { EdgeDigest } from "./edge-digest.ts";

const OFFER_MS = 5_000;
const EXPIRES_S = 120;
const AGAIN_MS = 500;
const legHeader = "X-Liantai-Leg";

/** Where the dialogue of a leg stands. */
type Dialogue =
  | { readonly at: "offered"; readonly request: IncomingInviteRequest }
  | { readonly at: "inviting"; readonly request: OutgoingInviteRequest }
  | { readonly at: "up"; readonly session: Session };

export interface EdgeHooks {
  /** Asterisk ended a leg. */
  ended(leg: LegId): void;
  /** The way to Asterisk is gone, and every leg with it. */
  down(): void;
  /** Before anything is said; rejects when another process has taken over. */
  ready(): Promise<void> | undefined;
  /** Before it is opened again. */
  returning(): Promise<void>;
}

const sdpBody = (content: string): Body => ({ contentDisposition: "session", contentType: "application/sdp", content });

export class Edge {
  private readonly ari: Ari;
  private readonly access: AriAccess;
  private readonly logger: Logger;
  private readonly hooks: EdgeHooks;
  private readonly loggers = new LoggerFactory();
  private readonly digest: EdgeDigest;
  private readonly dialogues = new Map<LegId, Dialogue>();
  private readonly awaited = new Map<LegId, { resolve(sdp: string): void; reject(error: Error): void }>();
  private link: { readonly ws: WebSocket; readonly core: UserAgentCore; readonly refresh: NodeJS.Timeout } | undefined;
  private stopped = false;

  constructor(ari: Ari, access: AriAccess, logger: Logger, hooks: EdgeHooks) {
    this.ari = ari;
    this.access = access;
    this.logger = logger;
    this.hooks = hooks;
    this.loggers.builtinEnabled = false;
    this.digest = new EdgeDigest(this.loggers, access.user, access.password);
  }

  get connected(): boolean {
    return this.link !== undefined;
  }

  /** Resolves when Asterisk knows where we are. */
  async start(): Promise<void> {
    this.stopped = false;
    const ws = this.ari.socket("/ws", "sip");
    const core = this.makeCore(ws);
    ws.on("error", (error) => this.logger.debug({}, `SIP to Asterisk: ${error.message}`));
    ws.on("message", (data) => this.receive(core, String(data)));
    await new Promise<void>((resolve, reject) => {
      ws.once("open", resolve);
      ws.once("close", () => reject(new Error("Asterisk closed the SIP socket")));
    });
    await this.register(core);
    if (this.stopped) {
      ws.terminate();
      throw new Error("let go meanwhile");
    }
    const refresh = setInterval(
      () => void this.register(core).catch(() => ws.terminate()),
      (EXPIRES_S * 1_000) / 2,
    ).unref();
    this.link = { ws, core, refresh };
    ws.once("close", () => this.closed());
  }

  stop(): void {
    this.stopped = true;
    this.link?.ws.terminate();
  }

  /** Asterisk's description for a leg that it was told to call here. */
  offer(leg: LegId): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.awaited.delete(leg);
        reject(new Error("Asterisk made no offer"));
      }, OFFER_MS);
      const settle = (): void => {
        clearTimeout(timer);
        this.awaited.delete(leg);
      };
      this.awaited.set(leg, {
        resolve: (sdp) => (settle(), resolve(sdp)),
        reject: (error) => (settle(), reject(error)),
      });
    });
  }

  /** The device's answer to `offer`. */
  accept(leg: LegId, sdp: string): void {
    const dialogue = this.dialogues.get(leg);
    if (dialogue?.at !== "offered") throw new Error("no offer to answer");
    const { session } = dialogue.request.accept({ statusCode: 200, body: sdpBody(sdp) });
    this.up(leg, session);
  }

  /** The device's offer; resolves with Asterisk's answer, rejects when it cannot be met. */
  invite(leg: LegId, sdp: string): Promise<string> {
    const { core } = this.open();
    const target = uriOf(extensionOf(this.access.part));
    const message = core.makeOutgoingRequestMessage(
      "INVITE",
      target,
      uriOf(edgeOf(this.access.user, this.access.part)),
      target,
      {},
      [`Contact: ${core.configuration.contact.toString()}`, `${legHeader}: ${leg}`],
      sdpBody(sdp),
    );
    this.digest.sign(message);
    return new Promise((resolve, reject) => {
      const request = core.invite(message, {
        onAccept: (response) => {
          response.ack();
          if (this.dialogues.get(leg)?.at !== "inviting") return void response.session.bye();
          this.up(leg, response.session);
          resolve(response.message.body);
        },
        onReject: (response) => {
          this.dialogues.delete(leg);
          reject(new Error(`Asterisk answered ${response.message.statusCode ?? 0}`));
        },
      });
      this.dialogues.set(leg, { at: "inviting", request });
    });
  }

  /** The device offers anew (hold, another network); resolves with Asterisk's answer. */
  reinvite(leg: LegId, sdp: string): Promise<string> {
    const dialogue = this.dialogues.get(leg);
    if (dialogue?.at !== "up") return Promise.reject(new Error("the leg is not up"));
    const { core } = this.open();
    return new Promise((resolve, reject) => {
      dialogue.session.invite(
        {
          onAccept: (response) => {
            response.ack();
            resolve(response.message.body);
          },
          onReject: (response) => reject(new Error(`Asterisk answered ${response.message.statusCode ?? 0}`)),
        },
        { extraHeaders: [`Contact: ${core.configuration.contact.toString()}`], body: sdpBody(sdp) },
      );
    });
  }

  end(leg: LegId): void {
    const dialogue = this.dialogues.get(leg);
    this.awaited.get(leg)?.reject(new Error("the leg ended"));
    this.dialogues.delete(leg);
    try {
      if (dialogue?.at === "offered") dialogue.request.reject({ statusCode: 487 });
      else if (dialogue?.at === "inviting") dialogue.request.cancel();
      else dialogue?.session.bye();
    } catch {
      // It ended by itself in the meantime.
    }
  }

  /** What another process needs to go on with it; undefined before it is up. */
  kept(leg: LegId): KeptState | undefined {
    const dialogue = this.dialogues.get(leg);
    return dialogue?.at === "up" ? keepDialogue(dialogue.session) : undefined;
  }

  /** False: it makes no sense. */
  takeUp(leg: LegId, kept: KeptValue | undefined): boolean {
    const session = takeUpDialogue(this.open().core, kept);
    if (session) this.up(leg, session);
    return session !== undefined;
  }

  /** Another process has the dialogues. */
  letGo(): void {
    this.dialogues.clear();
    this.stop();
  }

  private open(): { readonly core: UserAgentCore } {
    if (!this.link) throw new Error("Asterisk cannot be reached");
    return this.link;
  }

  private makeCore(ws: WebSocket): UserAgentCore {
    const send = async (message: string): Promise<void> => {
      await this.hooks.ready();
      await new Promise<void>((resolve, reject) => ws.send(message, (error) => (error ? reject(error) : resolve())));
    };
    return edgeCore(this.access, this.loggers, this.digest, send, (request) => this.invited(request));
  }

  private register(core: UserAgentCore): Promise<void> {
    const own = uriOf(edgeOf(this.access.user, this.access.part));
    const message = core.makeOutgoingRequestMessage("REGISTER", uriOf(""), own, own, {}, [
      `Contact: ${core.configuration.contact.toString()};expires=${EXPIRES_S}`,
    ]);
    this.digest.sign(message);
    return new Promise((resolve, reject) => {
      core.register(message, {
        onAccept: () => resolve(),
        onReject: (response) => reject(new Error(`Asterisk answered ${response.message.statusCode ?? 0} to REGISTER`)),
      });
    });
  }

  private receive(core: UserAgentCore, text: string): void {
    try {
      const message = Parser.parseMessage(text, this.loggers.getLogger("sip.parser"));
      if (message instanceof IncomingResponseMessage) core.receiveIncomingResponseFromTransport(message);
      else if (message) core.receiveIncomingRequestFromTransport(message);
    } catch (error) {
      this.logger.warn({}, `SIP from Asterisk: ${(error as Error).message}`);
    }
  }

  private invited(request: IncomingInviteRequest): void {
    const leg = request.message.getHeader(legHeader) ?? "";
    const awaited = this.awaited.get(leg);
    if (!awaited) return void request.reject({ statusCode: 404 });
    request.delegate = {
      onCancel: () => {
        request.reject({ statusCode: 487 });
        if (this.dialogues.delete(leg)) this.hooks.ended(leg);
      },
    };
    request.progress({ statusCode: 180 });
    this.dialogues.set(leg, { at: "offered", request });
    awaited.resolve(request.message.body);
  }

  private up(leg: LegId, session: Session): void {
    this.dialogues.set(leg, { at: "up", session });
    session.delegate = {
      onBye: (request) => {
        request.accept();
        if (this.dialogues.delete(leg)) this.hooks.ended(leg);
      },
    };
  }

  private closed(): void {
    const { link } = this;
    this.link = undefined;
    clearInterval(link?.refresh);
    for (const { reject } of [...this.awaited.values()]) reject(new Error("Asterisk cannot be reached"));
    this.dialogues.clear();
    link?.core.dispose();
    this.hooks.down();
    if (!this.stopped) void this.again();
  }

  private async again(): Promise<void> {
    while (!this.stopped) {
      await wait(AGAIN_MS, undefined, { ref: false });
      try {
        if (this.link) return;
        await this.hooks.returning();
        if (!this.stopped && !this.link) await this.start();
        return;
      } catch (error) {
        this.logger.debug({}, `SIP to Asterisk: ${(error as Error).message}`);
      }
    }
  }
}
