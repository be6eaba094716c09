/** The SIP dialogue of one leg. Knows nothing of audio: descriptions come and go through its hooks. */
import type {
  Body,
  IncomingInfoRequest,
  IncomingInviteRequest,
  IncomingResponseMessage,
  OutgoingInviteRequest,
  Session,
  SessionDialog,
} from "sip.js/lib/core/index.js";
import type { HangupCause, LegId, Release } from "../../../../ports/switch.ts";
import { causeOf, q850Of, reasonHeader, STATUS_OF } from "./causes.ts";
import { parseDtmf } from "./info.ts";
import type { SipSocket } from "./socket.ts";

/** Where the dialogue stands; a state carries only what it needs. */
type Signal =
  | { readonly at: "invited"; readonly request: IncomingInviteRequest }
  | { readonly at: "inviting"; readonly request: OutgoingInviteRequest; readonly progressed: boolean }
  | { readonly at: "up"; readonly session: Session; readonly acked: boolean }
  /** The socket is gone: nothing can be said unless the device comes back on another one. */
  | { readonly at: "cut"; readonly session: Session | undefined }
  | { readonly at: "over" };

export interface SipLegHooks {
  ringing(): void;
  /** A called device answered with this description. */
  answered(sdp: string): void;
  /** The far side ended it. Called at most once, never after end(). */
  ended(cause: HangupCause, release: Release): void;
  digit(digit: string, ms?: number): void;
  /** A re-INVITE: resolves with our description, rejects when it cannot be met. */
  reoffer(sdp: string): Promise<string>;
}

const sdpBody = (content: string): Body => ({ contentDisposition: "session", contentType: "application/sdp", content });

export class SipLeg {
  readonly id: LegId;
  socket: SipSocket;
  private readonly hooks: SipLegHooks;
  private signal: Signal = { at: "over" };
  /** What the called device told before its answer. */
  private progress: Pick<Release, "rang" | "earlyMedia"> = {};

  constructor(id: LegId, socket: SipSocket, hooks: SipLegHooks) {
    this.id = id;
    this.socket = socket;
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

  /** The caller's description; undefined when the call is past that. */
  get offer(): string | undefined {
    return this.signal.at === "invited" ? this.signal.request.message.body : undefined;
  }

  ring(): void {
    if (this.signal.at === "invited") this.signal.request.progress({ statusCode: 180 });
  }

  accept(sdp: string): void {
    if (this.signal.at !== "invited") return;
    const { session } = this.signal.request.accept({ statusCode: 200, body: sdpBody(sdp) });
    this.up(session, false);
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
      [
        `Contact: ${core.configuration.contact.toString()}`,
        "Allow: INVITE, ACK, CANCEL, BYE, INFO, OPTIONS, UPDATE",
        ...headers,
      ],
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
        this.up(response.session, true);
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
    this.signal = { at: "over" };
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
    const session = signal.at === "up" && signal.acked ? signal.session : undefined;
    if (session) this.socket.core.dialogs.delete(session.id);
    this.signal = { at: "cut", session };
  }

  /**
   * The device is back on another socket, with the contact address that it had: the dialogue goes on there. False when this
   * is not its dialogue.
   */
  adopt(socket: SipSocket, contact: Contact): boolean {
    const { signal } = this;
    const session = signal.at === "cut" || (signal.at === "up" && signal.acked) ? signal.session : undefined;
    if (!session || socket === this.socket) return false;
    if (session.remoteTarget.user !== contact.user || session.remoteTarget.host !== contact.host) return false;
    this.socket.core.dialogs.delete(session.id);
    this.socket = socket;
    // sip.js has no word for moving a dialogue; its core is where its requests go out and come in.
    Object.assign(session, { core: socket.core });
    socket.core.dialogs.set(session.id, session as SessionDialog);
    this.signal = { at: "up", session, acked: true };
    return true;
  }

  private up(session: Session, acked: boolean): void {
    this.signal = { at: "up", session, acked };
    session.delegate = {
      onAck: () => {
        if (this.signal.at === "up") this.signal = { ...this.signal, acked: true };
      },
      onAckTimeout: () => {
        if (this.signal.at === "up") this.over("failed");
      },
      onBye: (request) => {
        request.accept();
        const q850 = q850Of(request.message.getHeaders("reason"));
        if (this.signal.at === "up") this.over("normal", q850 === undefined ? {} : { q850 });
      },
      onInfo: (request) => this.info(request),
      onInvite: (request) => void this.reinvite(request),
    };
  }

  private bye(session: Session, acked: boolean, cause: HangupCause): void {
    const options = { extraHeaders: [`Reason: ${reasonHeader(cause)}`] };
    if (acked) return void session.bye(undefined, options);
    // RFC 3261 section 15: who answered must not send BYE before the ACK has come.
    session.delegate = {
      onAck: () => void session.bye(undefined, options),
      onAckTimeout: () => session.dispose(),
      onBye: (request) => void request.accept(),
    };
  }

  private info(request: IncomingInfoRequest): void {
    const { message } = request;
    const press = parseDtmf(message.getHeader("content-type") ?? "", message.body);
    if (!press) return void request.reject({ statusCode: 415 });
    request.accept();
    if (this.signal.at === "up") this.hooks.digit(press.digit, press.ms);
  }

  private async reinvite(request: IncomingInviteRequest): Promise<void> {
    try {
      if (!request.message.body) throw new Error("no description");
      const sdp = await this.hooks.reoffer(request.message.body);
      request.accept({
        statusCode: 200,
        extraHeaders: [`Contact: ${this.socket.core.configuration.contact.toString()}`],
        body: sdpBody(sdp),
      });
    } catch {
      try {
        request.reject({ statusCode: 488 });
      } catch {
        // The dialogue ended while we thought about it.
      }
    }
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
    this.signal = { at: "over" };
    this.hooks.ended(cause, { ...this.progress, ...release });
  }
}

type Contact = SipSocket["core"]["configuration"]["aor"];
