/** One call of the test telephone. */
import type {
  Body,
  IncomingInviteRequest,
  IncomingRequestMessage,
  IncomingResponseMessage,
  OutgoingInviteRequest,
  Session,
  SessionDialog,
  URI,
  UserAgentCore,
} from "sip.js/lib/core/index.js";
import type { AudioPeer } from "./audio-peer.ts";

const sdpBody = (content: string): Body => ({ contentDisposition: "session", contentType: "application/sdp", content });

export interface CallEnd {
  /** 'far' by BYE or CANCEL, 'refused' by a final response, 'near' by us. */
  readonly by: "far" | "refused" | "near";
  readonly status?: number;
}

/** How another telephone would have said what ours says, and what ours understands of the answer. */
export interface Wording {
  describe(sdp: string): string;
  understand(sdp: string): string;
}

/** What a call needs of the client it belongs to. */
interface CallClient {
  readonly core: UserAgentCore;
  readonly options: { readonly user: string };
  readonly contactHeader: string;
  uri(user: string): URI;
}

export class SipCall {
  readonly peer: AudioPeer;
  /** 180 or 183 came. */
  readonly ringing: Promise<void>;
  /** SIP says so; audio follows (`peer.connected`). */
  readonly answered: Promise<void>;
  readonly ended: Promise<CallEnd>;
  /** The INVITE of a call that came in. */
  request: IncomingRequestMessage | undefined;
  /** The description in the 200 to a call that we made, as it came. */
  answer200 = "";
  /** INFO requests inside the dialogue: content type and body. */
  readonly informs: { readonly type: string; readonly body: string }[] = [];
  /** How an INFO is answered; 0: not at all. */
  infoStatus = 200;
  private readonly client: CallClient;
  private rang: () => void = () => {};
  private up: () => void = () => {};
  private over: (end: CallEnd) => void = () => {};
  private heard: () => void = () => {};
  private session: Session | undefined;
  private outgoing: OutgoingInviteRequest | undefined;
  private incoming: IncomingInviteRequest | undefined;

  constructor(client: CallClient, peer: AudioPeer) {
    this.client = client;
    this.peer = peer;
    this.ringing = new Promise((resolve) => (this.rang = resolve));
    this.answered = new Promise((resolve) => (this.up = resolve));
    this.ended = new Promise((resolve) => (this.over = resolve));
  }

  async invite(to: string, headers: readonly string[], { describe, understand }: Wording): Promise<void> {
    const { client } = this;
    const uri = client.uri(to);
    const message = client.core.makeOutgoingRequestMessage(
      "INVITE",
      uri,
      client.uri(client.options.user),
      uri,
      {},
      [client.contactHeader, ...headers],
      sdpBody(describe(await this.peer.offer())),
    );
    this.outgoing = client.core.invite(message, {
      onProgress: () => this.rang(),
      onAccept: (response) => {
        response.ack();
        this.begin(response.session);
        this.answer200 = response.message.body;
        void this.peer.accept(understand(this.answer200)).then(this.up);
      },
      onReject: (response) => this.finish({ by: "refused", status: response.message.statusCode ?? 0 }),
    });
  }

  /** Calls without an offer; the answer to the one in the 200 goes out with the ACK, unless it is `silent`. */
  inviteBare(to: string, silent: boolean): void {
    const { client } = this;
    const uri = client.uri(to);
    const message = client.core.makeOutgoingRequestMessage("INVITE", uri, client.uri(client.options.user), uri, {}, [
      client.contactHeader,
    ]);
    this.outgoing = client.core.invite(message, {
      onAccept: (response) => {
        this.begin(response.session);
        if (silent) return void response.ack();
        void this.peer.answer(response.message.body).then((sdp) => {
          response.ack({ body: sdpBody(sdp) });
          this.up();
        });
      },
      onReject: (response) => this.finish({ by: "refused", status: response.message.statusCode ?? 0 }),
    });
  }

  take(request: IncomingInviteRequest): void {
    this.incoming = request;
    this.request = request.message;
    request.delegate = {
      onCancel: () => {
        request.reject({ statusCode: 487 });
        this.finish({ by: "far" });
      },
    };
  }

  ring(): void {
    this.incoming?.progress({ statusCode: 180 });
  }

  /** 183 with a description: sound before the answer. */
  async announce(): Promise<void> {
    const { incoming } = this;
    if (!incoming) throw new Error("not a call that came in");
    incoming.progress({ statusCode: 183, body: sdpBody(await this.peer.answer(incoming.message.body)) });
  }

  async answer(): Promise<void> {
    const { incoming } = this;
    if (!incoming) throw new Error("not a call that came in");
    const sdp = await this.peer.answer(incoming.message.body);
    const { session } = incoming.accept({ statusCode: 200, body: sdpBody(sdp) });
    this.begin(session);
    this.up();
  }

  /** Answers an incoming call with a status of our choice. */
  refuse(status: number, headers: readonly string[] = []): void {
    this.incoming?.reject({ statusCode: status, extraHeaders: [...headers] });
    this.finish({ by: "near", status });
  }

  /** Resolves when `count` INFO requests have come. */
  async untilInformed(count: number): Promise<void> {
    while (this.informs.length < count) await new Promise<void>((resolve) => (this.heard = resolve));
  }

  /** Takes back a call that we made and that is not answered. */
  cancel(): void {
    this.outgoing?.cancel();
  }

  bye(headers: readonly string[] = []): void {
    this.session?.bye(undefined, { extraHeaders: [...headers] });
    this.finish({ by: "near" });
  }

  /** A key press as SIP INFO. */
  info(digit: string, ms = 160): void {
    this.session?.info(undefined, {
      body: {
        contentDisposition: "render",
        contentType: "application/dtmf-relay",
        content: `Signal=${digit}\r\nDuration=${ms}\r\n`,
      },
    });
  }

  /** Holds the call by re-INVITE, or takes it back; resolves with the direction that the switch answered. */
  async reinvite(hold: boolean): Promise<string> {
    const { session } = this;
    if (!session) throw new Error("no session");
    const sdp = await this.peer.reoffer(hold);
    const answer = await new Promise<string>((resolve, reject) => {
      session.invite(
        {
          onAccept: (response) => {
            response.ack();
            resolve(response.message.body);
          },
          onReject: (response) => reject(new Error(`re-INVITE: ${response.message.statusCode}`)),
        },
        { extraHeaders: [this.client.contactHeader], body: sdpBody(sdp) },
      );
    });
    await this.peer.accept(answer);
    return /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(answer)?.[1] ?? "";
  }

  /** A re-INVITE without an offer; `answer` makes ours of what the switch offers. Resolves with the offer. */
  async reinviteBare(answer: (sdp: string) => string): Promise<string> {
    const session = this.dialog;
    return new Promise<string>((resolve, reject) => {
      session.invite(
        {
          onAccept: (response) => {
            const offer = response.message.body;
            void this.peer.answer(offer).then((sdp) => {
              response.ack({ body: sdpBody(answer(sdp)) });
              resolve(offer);
            });
          },
          onReject: (response) => reject(new Error(`re-INVITE: ${response.message.statusCode}`)),
        },
        { extraHeaders: [this.client.contactHeader] },
      );
    });
  }

  /** Any other request inside the dialogue; resolves with its final response. */
  ask(method: string, headers: readonly string[] = [], sdp?: string): Promise<IncomingResponseMessage> {
    const message = this.dialog.createOutgoingRequestMessage(method, {
      extraHeaders: [this.client.contactHeader, ...headers],
      ...(sdp === undefined ? {} : { body: sdpBody(sdp) }),
    });
    return new Promise((resolve) => {
      const done = ({ message }: { message: IncomingResponseMessage }): void => resolve(message);
      this.client.core.request(message, { onAccept: done, onReject: done });
    });
  }

  private get dialog(): SessionDialog {
    if (!this.session) throw new Error("no session");
    return this.session as SessionDialog;
  }

  private begin(session: Session): void {
    this.session = session;
    session.delegate = {
      onBye: (request) => {
        request.accept();
        this.finish({ by: "far" });
      },
      onInfo: (request) => {
        this.informs.push({ type: request.message.getHeader("content-type") ?? "", body: request.message.body });
        this.heard();
        if (this.infoStatus === 200) request.accept();
        else if (this.infoStatus > 0) request.reject({ statusCode: this.infoStatus });
      },
    };
  }

  private finish(end: CallEnd): void {
    this.over(end);
    void this.peer.close();
  }
}
