/** What a device may ask for inside a dialogue that is up: keys, another description, the refresh of its session timer. */
import type {
  Body,
  IncomingInfoRequest,
  IncomingInviteRequest,
  IncomingRequestMessage,
  ResponseOptions,
} from "sip.js/lib/core/index.js";
import type { Clock, Timer } from "../../../../ports/clock.ts";
import { parseDtmf } from "./info.ts";
import { sessionTimerOf, type SessionTimer } from "./session-timer.ts";

export interface DialogueHooks {
  digit(digit: string, ms?: number): void;
  /** Another offer: resolves with our description, rejects when it cannot be met. */
  reoffer(sdp: string): Promise<string>;
  /** A re-INVITE without an offer: ours. */
  describe(): Promise<string>;
  /** The device's answer to an offer in our 200; empty when it sent none. */
  settled(sdp: string): void;
  /** The device did not refresh its session. */
  expired(): void;
}

type Reply = (options: ResponseOptions) => void;

export const sdpBody = (content: string): Body => ({
  contentDisposition: "session",
  contentType: "application/sdp",
  content,
});

const served = new WeakMap<object, Dialogue>();

/** Of a dialogue of sip.js, whatever socket it is on now. */
export const dialogueOf = (session: object): Dialogue | undefined => served.get(session);

export class Dialogue {
  private readonly contact: () => string;
  private readonly clock: Clock;
  private readonly hooks: DialogueHooks;
  /** An offer is being looked at, theirs or ours. */
  private busy = false;
  /** Our 200 has an offer; the ACK brings the answer. */
  private offered: boolean;
  private timer: Timer | undefined;
  /** How long the device may take to refresh its session; 0: it does not. */
  refreshMs = 0;

  /** `offered`: the 200 that began it was an offer. `contact`: ours, a whole header line. */
  constructor(session: object, offered: boolean, contact: () => string, clock: Clock, hooks: DialogueHooks) {
    this.offered = offered;
    this.contact = contact;
    this.clock = clock;
    this.hooks = hooks;
    served.set(session, this);
  }

  /** The session timer as it was agreed on last. */
  agree(timer: SessionTimer): void {
    this.expect(timer.kind === "on" ? timer.afterMs : 0);
  }

  /** `ms`: 0 for ever. */
  expect(ms: number): void {
    this.timer?.cancel();
    this.refreshMs = ms;
    this.timer = ms > 0 ? this.clock.after(ms, () => this.hooks.expired()) : undefined;
  }

  end(): void {
    this.timer?.cancel();
  }

  acked({ body }: IncomingRequestMessage): void {
    if (!this.offered) return;
    this.offered = false;
    this.busy = false;
    this.hooks.settled(body);
  }

  info(request: IncomingInfoRequest): void {
    const { message } = request;
    const press = parseDtmf(message.getHeader("content-type") ?? "", message.body);
    if (!press) return void request.reject({ statusCode: 415 });
    request.accept();
    this.hooks.digit(press.digit, press.ms);
  }

  async reinvite(request: IncomingInviteRequest): Promise<void> {
    const reply: Reply = (options) => {
      try {
        if (options.statusCode === 200) request.accept(options);
        else request.reject(options);
      } catch {
        // The dialogue ended while we thought about it.
      }
    };
    const { body } = request.message;
    const describe = (): Promise<string> => (body ? this.hooks.reoffer(body) : this.hooks.describe());
    const answered = await this.described(request.message, reply, describe);
    // From the 200 to the ACK that answers it the offer is ours.
    if (answered && !body) this.offered = this.busy = true;
  }

  /** RFC 3311. */
  async update(message: IncomingRequestMessage, reply: Reply): Promise<void> {
    const { body } = message;
    await this.described(message, reply, body ? () => this.hooks.reoffer(body) : undefined);
  }

  /** True when the answer was 200. */
  private async described(
    message: IncomingRequestMessage,
    reply: Reply,
    describe: (() => Promise<string>) | undefined,
  ): Promise<boolean> {
    const timer = sessionTimerOf(message);
    const refuse = (statusCode: number, extraHeaders: readonly string[] = []): false => {
      reply({ statusCode, extraHeaders: [...extraHeaders] });
      return false;
    };
    if (timer.kind === "short") return refuse(422, timer.extraHeaders);
    // RFC 3311 section 5.2, RFC 3261 section 14.2: one offer at a time.
    if (describe && this.busy) return refuse(491);
    const extraHeaders = [this.contact(), ...(timer.kind === "on" ? timer.extraHeaders : [])];
    this.busy ||= describe !== undefined;
    try {
      const sdp = await describe?.();
      reply({ statusCode: 200, extraHeaders, ...(sdp === undefined ? {} : { body: sdpBody(sdp) }) });
      this.agree(timer);
      return true;
    } catch {
      return refuse(488);
    } finally {
      if (describe) this.busy = false;
    }
  }
}
