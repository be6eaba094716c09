/**
 * The agent's softphone (realtime.md section 4): registered while this tab owns the agent's media, first checked after 5 s
 * and then every 10 s. It holds one leg; who may ring and when is the server's business.
 */
import { ctiTimings } from "@liantai/api/contract";
import { Microphone } from "./microphone.ts";
import type { AgentPhoneConfig, CallEvents, Phone, PhoneCall } from "./ports.ts";
import { QualityMeter } from "./quality.ts";
import type { SoftphonePorts } from "./softphone-ports.ts";

/** ms that a reloaded page waits for its call with the microphone open. */
const patience = 10_000;

/** ms that an answer waits for its leg. */
const legPatience = 3_000;

/** ms that a leg may outlive its call. */
const leftover = 1_000;

export type LegStage = "offered" | "answering" | "connected";

interface Leg {
  readonly call: PhoneCall;
  stage: LegStage;
  track?: MediaStreamTrack;
  over?: true;
}

const nobody: CallEvents = {
  ringing: () => undefined,
  connected: () => undefined,
  track: () => undefined,
  ended: () => undefined,
};

export class Softphone {
  private readonly ports: SoftphonePorts;
  private readonly microphone: Microphone;
  private readonly meter: QualityMeter;
  private generation = 0;
  private wanted = false;
  private opening = false;
  private renewing = false;
  /** When the password is renewed. */
  private renewAt = 0;
  /** Registered or on its way. */
  line: Phone | undefined;
  private leg: Leg | undefined;
  private cancels: (() => void)[] = [];
  private cancelCleanup: (() => void) | undefined;
  private expecting = false;
  /** An agent answered before the leg was here: the news of the call came first. */
  private wanting: { readonly callId: string; readonly until: number } | undefined;
  /** Call whose mute must come back with the leg (a reload, a network that returned). */
  private mutedCall: string | undefined;

  constructor(ports: SoftphonePorts) {
    this.ports = ports;
    this.microphone = new Microphone(ports.microphone, (state) => ports.microphoneState(state));
    this.meter = new QualityMeter(ports.clock, (level) => ports.quality(level));
  }

  /**
   * This tab owns the media: register, ask for the microphone, keep checking. `expecting`: a call is on its way back to
   * this page, so the microphone stays open until it is here or `relax` says that there is none.
   */
  start(expecting = false): void {
    if (this.wanted) return;
    this.wanted = true;
    this.expecting = expecting;
    const { clock } = this.ports;
    void this.register();
    void this.microphone.ask(() => this.leg !== undefined || this.expecting);
    this.cancels.push(
      clock.after(patience, () => this.relax()),
      clock.after(ctiTimings.softphoneFirst, () => {
        this.check();
        this.cancels.push(clock.every(ctiTimings.softphoneCheck, () => this.check()));
      }),
    );
  }

  /** Another tab took the media: let go without a word on the wire. */
  release(): void {
    this.end((phone) => phone.abandon());
  }

  /** Signed out: unregister and end what lives. */
  stop(): void {
    this.end((phone) => phone.stop());
  }

  private end(how: (phone: Phone) => void): void {
    if (!this.wanted) return;
    this.wanted = false;
    this.opening = false;
    this.generation += 1;
    for (const cancel of this.cancels.splice(0)) cancel();
    if (this.line) how(this.line);
    this.line = undefined;
    this.leg = undefined;
    this.meter.stop();
    this.ports.legChanged();
    this.cleanup();
    this.ports.state("off");
  }

  private async register(): Promise<void> {
    const mine = ++this.generation;
    this.opening = true;
    this.ports.state("connecting");
    const config = await this.credentials();
    if (mine !== this.generation) return;
    this.opening = false;
    if (!config) return this.ports.state("down");
    const mineOnly =
      <A extends unknown[]>(call: (...args: A) => void) =>
      (...args: A) =>
        void (mine === this.generation && call(...args));
    this.renewAt = this.ports.clock.now() + config.expiresIn / 2;
    this.line = (config.open ?? this.ports.open)(config, {
      state: mineOnly((link) => this.ports.state(link)),
      failed: mineOnly((why) => this.ports.failed(why)),
      quality: mineOnly((level) => this.ports.quality(level)),
      incoming: (call) => (mine === this.generation ? this.incoming(call) : nobody),
    });
  }

  /** What fails on the way to them (a chunk that does not come, a full storage) is asked for again at the next check. */
  private credentials(): Promise<AgentPhoneConfig | undefined> {
    return this.ports.credentials().catch(() => undefined);
  }

  /** Registers now where it waits for the next try. */
  check(): void {
    if (!this.wanted) return;
    if (!this.line && !this.opening) return void this.register();
    if (!this.line || this.renewing) return;
    // One that is refused may have a password of before; half of its life is left when it is renewed.
    if (!this.line.isRegistered() || this.ports.clock.now() >= this.renewAt) void this.renew(this.line);
  }

  /** The next password before this one ends, without a word to the call. */
  private async renew(phone: Phone): Promise<void> {
    this.renewing = true;
    const config = await this.credentials();
    this.renewing = false;
    if (this.line !== phone) return;
    if (config) {
      this.renewAt = this.ports.clock.now() + config.expiresIn / 2;
      phone.renew(config);
    }
    if (config || !phone.isRegistered()) phone.register();
  }

  private incoming(call: PhoneCall): CallEvents {
    const known = this.leg;
    if (known && !(call.autoAnswer && (known.call.callId === call.callId || !call.callId))) {
      call.busy();
      return nobody;
    }
    // The server brings the same call back: the old leg is dead to it, and it says so itself by BYE. Unless it hears the old one
    // again: then it takes the new one back, and the call goes on where it was.
    this.cancelCleanup?.();
    const leg: Leg = { call, stage: "offered" };
    this.leg = leg;
    this.ports.legChanged();
    const own = (act: () => void) => () => void (this.leg === leg && act());
    void this.microphone.open();
    // JsSIP binds its events after this returns: answer in the next turn.
    const wanted = this.wanting?.callId === call.callId && this.ports.clock.now() <= this.wanting.until;
    this.wanting = undefined;
    if (call.autoAnswer || wanted || this.ports.autoAnswer()) queueMicrotask(own(() => void this.answer()));
    return {
      ringing: () => undefined,
      connected: own(() => {
        leg.stage = "connected";
        if (this.mutedCall === call.callId) call.setMuted(true);
        this.measure(leg);
      }),
      track: (track) => {
        leg.track = track;
        own(() => this.ports.speaker.play(track))();
      },
      ended: () => {
        leg.over = true;
        if (this.leg !== leg) return;
        if (!known || known.over) return this.legOver();
        this.leg = known;
        if (known.track) this.ports.speaker.play(known.track);
        this.measure(known);
      },
    };
  }

  private measure({ call }: Leg): void {
    this.ports.legChanged();
    if (!this.line?.measuresItself) this.meter.start(() => call.sample());
    this.notifyMuted();
  }

  private legOver(): void {
    this.leg = undefined;
    this.meter.stop();
    // 400 ms after the hang-up the mute ends and the devices are let go (realtime.md section 4).
    this.cancelCleanup = this.ports.clock.after(ctiTimings.hangupCleanup, () => this.cleanup());
    this.ports.legChanged();
  }

  private cleanup(): void {
    this.cancelCleanup?.();
    this.cancelCleanup = undefined;
    this.mutedCall = undefined;
    this.ports.muted(false);
    this.ports.speaker.silence();
    this.microphone.close();
  }

  /** Answers the leg, or the leg of `callId` as soon as it comes. false: not answered (yet), or the microphone was refused. */
  async answer(callId = ""): Promise<boolean> {
    const leg = this.leg;
    if (!leg && callId) this.wanting = { callId, until: this.ports.clock.now() + legPatience };
    if (!leg || leg.stage !== "offered") return false;
    leg.stage = "answering";
    this.ports.legChanged();
    const stream = await this.microphone.open();
    if (this.leg !== leg) return false;
    if (!stream) {
      leg.stage = "offered";
      this.ports.legChanged();
      // A leg that the switch wants answered cannot ring for a person: refuse it, so that the call ends with a reason.
      if (leg.call.autoAnswer) leg.call.hangup();
      return false;
    }
    leg.call.answer(stream);
    return true;
  }

  /** Ends the leg here and now. false: there is none. */
  hangup(): boolean {
    const leg = this.leg;
    leg?.call.hangup();
    return leg !== undefined;
  }

  /**
   * The server knows no call any more. The switch ends its legs by itself; one that is still here after a moment, with
   * `over` still true, is a leftover of a process that died.
   */
  dropLeg(over: () => boolean): void {
    const leg = this.leg;
    if (!leg) return;
    this.ports.clock.after(leftover, () => {
      if (this.leg === leg && over()) leg.call.hangup();
    });
  }

  hasLeg(): boolean {
    return this.leg !== undefined;
  }

  stage(): LegStage | undefined {
    return this.leg?.stage;
  }

  isRegistered(): boolean {
    return this.line?.isRegistered() ?? false;
  }

  /** Before a call of one's own: has the microphone ready when the switch comes back with the leg. */
  prepare(): Promise<MediaStream | undefined> {
    return this.microphone.open();
  }

  /** The call that was prepared for did not come: lets the microphone go. */
  relax(): void {
    this.expecting = false;
    if (!this.leg && !this.cancelCleanup) this.microphone.close();
  }

  /** The call that was muted when the page left. */
  rememberMuted(callId: string): void {
    this.mutedCall = callId;
  }

  setMuted(muted: boolean): void {
    if (!this.leg) return;
    this.leg.call.setMuted(muted);
    this.mutedCall = muted ? this.leg.call.callId : undefined;
    this.notifyMuted();
  }

  /** What the track says, never what was asked. */
  private notifyMuted(): void {
    this.ports.muted(this.leg?.call.muted() ?? false);
  }
}
