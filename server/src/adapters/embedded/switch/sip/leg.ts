/** The SIP dialogue of one leg. Knows nothing of audio: descriptions come and go through its hooks. */
import type { IncomingInviteRequest, IncomingResponseMessage, Session, SessionDialog } from "sip.js/lib/core/index.js";
import type { Clock } from "../../../../ports/clock.ts";
import type { HangupCause, LegId, Release } from "../../../../ports/switch.ts";
import type { KeptState } from "../../../../ports/leg-store.ts";
import { numberOf } from "../kept.ts";
import { causeOf, q850Of, reasonHeader, STATUS_OF } from "./causes.ts";
import { Dialogue, sdpBody } from "./dialogue.ts";
import { keepDialogue, takeUpDialogue } from "./kept-dialogue.ts";
import { keepInvite, keepRefusal } from "./kept-invite.ts";
import type { Signal, SipLegHooks } from "./leg-signal.ts";
import { ALLOW } from "./methods.ts";
import { sessionTimerOf } from "./session-timer.ts";
import type { SipSocket } from "./socket.ts";

export class SipLeg {
  readonly id: LegId;
  socket: SipSocket;
  private readonly clock: Clock;
  private readonly hooks: SipLegHooks;
  private signal: Signal = { at: "over" };
  /** What the called device told before its answer. */
  private progress: Pick<Release, "rang" | "earlyMedia"> = {};

  constructor(id: LegId, socket: SipSocket, clock: Clock, hooks: SipLegHooks) {
    this.id = id;
    this.socket = socket;
    this.clock = clock;
    this.hooks = hooks;
  }

  get at(): Signal["at"] {
    return this.signal.at;
  }

  /** A device calls us. */
  take(request: IncomingInviteRequest): void {
    this.signal = { at: "invited", request };
    request.delegate = {
      onCancel: () => {
        if (this.signal.at !== "invited") return;
        request.reject({ statusCode: 487 });
        this.over("cancelled", { sipCode: 487 });
      },
    };
  }

  /** What is known of how it ends when we end it. */
  get told(): Release {
    return this.progress;
  }

  /** The caller's description, empty when it wants ours; undefined when the call is past that. */
  get offer(): string | undefined {
    return this.signal.at === "invited" ? this.signal.request.message.body : undefined;
  }

  ring(): void {
    if (this.signal.at !== "invited") return;
    const { session } = this.signal.request.progress({ statusCode: 180 });
    this.signal = { ...this.signal, tag: session.localTag };
  }

  accept(sdp: string): void {
    if (this.signal.at !== "invited") return;
    const { request } = this.signal;
    const timer = sessionTimerOf(request.message);
    const extraHeaders = timer.kind === "on" ? [...timer.extraHeaders] : [];
    const { session } = request.accept({ statusCode: 200, body: sdpBody(sdp), extraHeaders });
    this.up(session, false, !request.message.body).agree(timer);
  }

  /** Calls a device. The request is out when this returns; `headers` are whole lines. */
  invite(
    contact: Contact,
    from: { readonly uri: Contact; readonly name: string },
    to: Contact,
    headers: readonly string[],
    sdp: string,
  ): void {
    const { core } = this.socket;
    const message = core.makeOutgoingRequestMessage(
      "INVITE",
      contact,
      from.uri,
      to,
      { fromDisplayName: from.name },
      [`Contact: ${this.contact}`, ALLOW, ...headers],
      sdpBody(sdp),
    );
    const request = core.invite(message, {
      onProgress: ({ message: { statusCode, body } }) => {
        if (this.signal.at !== "inviting") return;
        if (statusCode === 180) this.progress = { ...this.progress, rang: true };
        if (body) this.progress = { ...this.progress, earlyMedia: "unknown" };
        if (this.signal.progressed) return;
        this.signal = { ...this.signal, progressed: true };
        this.hooks.ringing();
      },
      onAccept: (response) => {
        response.ack();
        // It crossed our CANCEL, or a second device answered: hang up on it at once.
        if (this.signal.at !== "inviting") return void response.session.bye();
        this.up(response.session, true, false);
        this.hooks.answered(response.message.body);
      },
      onRedirect: () => this.refused(302, undefined),
      onReject: (response) => this.refused(response.message.statusCode ?? 500, response.message),
    });
    this.signal = { at: "inviting", request, progressed: false };
  }

  /** We end it: the fitting response, CANCEL or BYE. `status` overrules the response for a caller. */
  end(cause: HangupCause, status?: number): void {
    const { signal } = this;
    this.close();
    try {
      if (signal.at === "invited") signal.request.reject({ statusCode: status ?? STATUS_OF[cause] });
      else if (signal.at === "inviting") signal.request.cancel(reasonHeader(cause));
      else if (signal.at === "up") this.bye(signal.session, signal.acked, cause);
    } catch {
      // The transaction ended by itself in the meantime; there is nobody left to tell.
    }
  }

  /** False when the dialogue cannot carry it. Used where the far side takes no telephone-event. */
  sendInfo(digit: string): boolean {
    if (this.signal.at !== "up") return false;
    const body = {
      contentDisposition: "render",
      contentType: "application/dtmf-relay",
      content: `Signal=${digit}\r\nDuration=100\r\n`,
    };
    this.signal.session.info(undefined, { body });
    return true;
  }

  /** A word to the device that it may ignore: whatever it answers changes nothing. */
  inform(contentType: string, content: string): void {
    if (this.signal.at !== "up") return;
    try {
      this.signal.session.info({}, { body: { contentDisposition: "render", contentType, content } });
    } catch {
      // The dialogue ended in the meantime.
    }
  }

  /** The socket is gone. A dialogue that was up is kept out of its core's end, for the device may come back. */
  cut(): void {
    const { signal } = this;
    if (signal.at === "over") return;
    const { session, dialogue } = signal.at === "up" && signal.acked ? signal : {};
    if (session) this.socket.core.dialogs.delete(session.id);
    if (!dialogue) this.close();
    this.signal = { at: "cut", session, dialogue };
  }

  /**
   * The device is back on another socket, with the contact address that it had: the dialogue goes on there. False when this
   * is not its dialogue.
   */
  adopt(socket: SipSocket, contact: Contact): boolean {
    const { signal } = this;
    const { session, dialogue } = signal.at === "cut" || (signal.at === "up" && signal.acked) ? signal : {};
    if (!session || !dialogue || socket === this.socket) return false;
    if (session.remoteTarget.user !== contact.user || session.remoteTarget.host !== contact.host) return false;
    this.socket.core.dialogs.delete(session.id);
    this.socket = socket;
    // sip.js has no word for moving a dialogue; its core is where its requests go out and come in.
    Object.assign(session, { core: socket.core });
    socket.core.dialogs.set(session.id, session as SessionDialog);
    this.signal = { at: "up", session, acked: true, dialogue };
    return true;
  }

  /** What the next process needs of a dialogue that is up; undefined before that. */
  get kept(): KeptState | undefined {
    const { signal } = this;
    if (signal.at !== "up" && signal.at !== "cut") return undefined;
    const dialogue = signal.session && keepDialogue(signal.session);
    return dialogue && { ...dialogue, refreshMs: signal.dialogue?.refreshMs ?? 0 };
  }

  /** What the next process needs to end it while it rings, and until its audio is up too. */
  get ringing(): KeptState | undefined {
    const { signal, kept: dialogue } = this;
    if (signal.at === "inviting") return { invite: keepInvite(signal.request.message) };
    if (signal.at === "invited")
      return signal.tag === undefined ? undefined : { refusal: keepRefusal(signal.request.message, signal.tag) };
    return dialogue && { dialogue };
  }

  /** A process before had it up. Its device has no socket here yet. False: it makes no sense. */
  takeUp(kept: KeptState): boolean {
    const session = takeUpDialogue(this.socket.core, kept);
    if (!session) return false;
    this.up(session, true, false).expect(numberOf(kept, "refreshMs"));
    this.cut();
    return true;
  }

  /** Another process has it now. */
  letGo(): void {
    if (this.signal.at === "up" && this.signal.session) this.socket.core.dialogs.delete(this.signal.session.id);
    this.close();
  }

  /** The device's socket is here. */
  join(socket: SipSocket): boolean {
    const target = this.signal.at === "cut" ? this.signal.session?.remoteTarget : undefined;
    return target !== undefined && this.adopt(socket, target);
  }

  /** `offered`: our 200 was an offer, and the answer comes with the ACK. */
  private up(session: Session, acked: boolean, offered: boolean): Dialogue {
    let first = offered;
    const dialogue = new Dialogue(session, offered, () => `Contact: ${this.contact}`, this.clock, {
      digit: (digit, ms) => this.hooks.digit(digit, ms),
      reoffer: (sdp) => this.hooks.reoffer(sdp),
      describe: () => this.hooks.describe(),
      settled: (sdp) => {
        if (first) this.hooks.answered(sdp);
        else this.hooks.settled(sdp);
        first = false;
      },
      expired: () => this.gaveUp("lost"),
    });
    this.signal = { at: "up", session, acked, dialogue };
    session.delegate = {
      onAck: ({ message }) => {
        if (this.signal.at !== "up") return;
        this.signal = { ...this.signal, acked: true };
        dialogue.acked(message);
      },
      onAckTimeout: () => this.gaveUp("failed"),
      onBye: (request) => {
        request.accept();
        const q850 = q850Of(request.message.getHeaders("reason"));
        if (this.signal.at === "up") this.over("normal", q850 === undefined ? {} : { q850 });
      },
      onInfo: (request) => dialogue.info(request),
      onInvite: (request) => void dialogue.reinvite(request),
    };
    return dialogue;
  }

  /** The device does not do its part any more: it is told BYE, in case it hears. */
  private gaveUp(cause: HangupCause): void {
    if (this.signal.at !== "up" && this.signal.at !== "cut") return;
    const { session } = this.signal;
    if (this.signal.at === "up" && session) this.bye(session, true, cause);
    this.over(cause);
  }

  private get contact(): string {
    return this.socket.core.configuration.contact.toString();
  }

  private bye(session: Session, acked: boolean, cause: HangupCause): void {
    const options = { extraHeaders: [`Reason: ${reasonHeader(cause)}`] };
    if (acked) return void session.bye(undefined, options);
    // RFC 3261 section 15: who answered must not send BYE before the ACK has come, or 32 s have passed.
    session.delegate = {
      onAck: () => void session.bye(undefined, options),
      onAckTimeout: () => void session.bye(undefined, options),
      onBye: (request) => void request.accept(),
    };
  }

  /** Nothing is waited for any more. */
  private close(): void {
    if (this.signal.at === "up" || this.signal.at === "cut") this.signal.dialogue?.end();
    this.signal = { at: "over" };
  }

  private refused(status: number, message: IncomingResponseMessage | undefined): void {
    if (this.signal.at !== "inviting") return;
    // sip.js makes responses up (408, 503) for its own time-outs; those carry no data and are no SIP code of the device.
    const q850 = message?.data ? q850Of(message.getHeaders("reason")) : undefined;
    this.over(causeOf(status, this.signal.progressed), {
      ...(message?.data ? { sipCode: status } : {}),
      ...(q850 === undefined ? {} : { q850 }),
    });
  }

  private over(cause: HangupCause, release: Release = {}): void {
    this.close();
    this.hooks.ended(cause, { ...this.progress, ...release });
  }
}

type Contact = SipSocket["core"]["configuration"]["aor"];
