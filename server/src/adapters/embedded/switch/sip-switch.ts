/** The Switch on our own SIP edge; its audio is what LegMedia has it: media threads of this process, or an Asterisk. */
import { encodeFields, stageContentType } from "@liantai/api/contract";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import {
  SwitchError,
  type AudioPlan,
  type Collected,
  type CollectRequest,
  type HangupCause,
  type LegId,
  type LiveLeg,
  type OriginateRequest,
  type PlayRequest,
  type Registration,
  type Switch,
  type SwitchCapabilities,
  type SwitchEvent,
  type SwitchStats,
} from "../../../ports/switch.ts";
import { ofEpoch } from "../../../ports/switch-epoch.ts";
import { takenElsewhere } from "../../../ports/taken-elsewhere.ts";
import { createProcessLegStore } from "../legs/index.ts";
import type { Leg } from "./legs.ts";
import type { EmbeddedSwitchFace, SocketOrigin } from "./face.ts";
import type { LegMedia, MakeLegMedia } from "./leg-media.ts";
import { Listeners } from "./listeners.ts";
import { isDigits } from "./media/digits.ts";
import type { MediaEvent } from "./media/protocol.ts";
import { Memory } from "./memory.ts";
import { silentLogger, systemClock, type SipSwitchParts } from "./options.ts";
import { Prompts } from "./prompts.ts";
import { makeParts } from "./parts.ts";
import type { Registrar } from "./sip/registrar.ts";
import type { SignOuts } from "./sip/sign-outs.ts";
import { Rooms } from "./rooms.ts";
import type { TrunkCalls } from "./trunk-calls.ts";
import type { SipWire } from "./sip/socket.ts";
import type { SipSockets } from "./sip/sockets.ts";
import type { TakingUp } from "./taking-up.ts";

const SWEEP_MS = 1_000;

/** SIP with devices as here, their audio as `makeMedia` has it. */
export const createSipSwitch = (options: SipSwitchParts, makeMedia: MakeLegMedia): EmbeddedSwitchFace =>
  new SipSwitch(options, makeMedia);

class SipSwitch implements EmbeddedSwitchFace {
  readonly capabilities: SwitchCapabilities;
  private readonly memory: Memory;
  private readonly takingUp: TakingUp;
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly media: LegMedia;
  private readonly registrar: Registrar;
  private readonly calls: TrunkCalls;
  private readonly sockets: SipSockets;
  readonly expectCalls = (): void => this.media.wake();
  private readonly listeners: Listeners;
  private readonly rooms: Rooms;
  private readonly prompts: Prompts;
  private readonly signOuts: SignOuts;
  private sweep: Timer | undefined;
  private running = false;

  constructor(options: SipSwitchParts, makeMedia: MakeLegMedia) {
    this.clock = options.clock ?? systemClock;
    this.logger = options.logger ?? silentLogger;
    this.memory = options.memory ?? new Memory(createProcessLegStore(), this.logger);
    this.media = makeMedia((event) => this.mediaEvent(event));
    this.capabilities = { outlives: options.memory !== undefined, trunks: this.media.lines !== undefined };
    this.listeners = new Listeners(this.logger);
    const emit = (event: SwitchEvent): void => this.listeners.emit(event);
    this.rooms = new Rooms(this.media, (leg) => this.calls.legs.get(leg));
    this.prompts = new Prompts(this.clock, this.media, emit);
    const parts = makeParts({
      options,
      clock: this.clock,
      logger: this.logger,
      memory: this.memory,
      media: this.media,
      emit,
      digit: (leg, digit, via, ms) => this.digit(leg, digit, via, ms),
      ending: (leg) => this.ending(leg),
    });
    ({ registrar: this.registrar, calls: this.calls, sockets: this.sockets } = parts);
    ({ takingUp: this.takingUp, signOuts: this.signOuts } = parts);
  }

  async start(): Promise<void> {
    if (this.running) return;
    const kept = await this.memory.start(() => void this.letGo());
    await this.takingUp.start(kept);
    this.sweep = this.clock.every(SWEEP_MS, () => {
      this.registrar.sweep();
      void this.signOuts.letGo().catch((error: Error) => this.logger.warn({}, `SIP: ${error.message}`));
    });
    this.running = true;
  }

  async stop(): Promise<void> {
    this.running = false;
    this.sweep?.cancel();
    for (const id of [...this.calls.legs.keys()]) this.calls.end(id, "shutdown");
    for (const socket of this.sockets.all()) socket.close(1001, "the switch stops");
    this.takingUp.stop();
    await this.media.stop();
    await this.memory.stop();
  }

  async letGo(): Promise<void> {
    if (!this.capabilities.outlives) return this.stop();
    this.running = false;
    this.sweep?.cancel();
    await this.memory.settled();
    this.takingUp.stop();
    this.memory.letGo();
    for (const leg of this.calls.legs.keys()) this.prompts.ending(leg);
    this.calls.letGo();
    this.rooms.letGo();
    this.registrar.letGo();
    for (const socket of this.sockets.all()) socket.close(takenElsewhere, "another process has the switch");
    await this.media.letGo();
  }

  fence(epoch: number): Promise<void> {
    return this.memory.fence(epoch);
  }

  as(epoch: number): Switch {
    return ofEpoch(this, epoch, { newest: () => this.memory.epoch, ready: () => this.memory.ready() });
  }

  on(listener: (event: SwitchEvent) => void): () => void {
    return this.listeners.add(listener);
  }

  get serving(): number | undefined {
    return this.running && this.memory.fresh ? this.memory.epoch : undefined;
  }

  acceptSocket(ws: SipWire, { remoteAddress, id }: SocketOrigin): void {
    if (!this.running) return ws.close(1013, "not started");
    this.media.wake();
    this.sockets.accept(ws, remoteAddress, id);
  }

  joinSocket(ws: SipWire, { remoteAddress, id }: Required<SocketOrigin>): boolean {
    return this.running && this.takingUp.join(ws, remoteAddress, id);
  }

  readonly provision: Switch["provision"] = (trunks) => this.calls.provision(trunks);
  readonly room: Switch["room"] = (trunks) => this.calls.room(trunks);

  async originate(request: OriginateRequest): Promise<LegId> {
    const coming = typeof request.to === "string" && this.takingUp.arrival(request.to);
    if (coming) await coming;
    return this.calls.call(request);
  }

  async ring(leg: LegId): Promise<void> {
    this.calls.ring(leg);
  }

  answer(leg: LegId): Promise<void> {
    return this.calls.answer(leg);
  }

  async hangup(leg: LegId, cause?: HangupCause): Promise<void> {
    const known = this.calls.legs.get(leg);
    if (known) this.calls.end(leg, cause ?? (known.lost ? "lost" : known.answered ? "normal" : "cancelled"));
  }

  arrange(room: string, plan: AudioPlan): Promise<void> {
    return this.rooms.arrange(room, plan);
  }

  async play(leg: LegId, request: PlayRequest): Promise<string> {
    this.talking(leg);
    return this.prompts.play(leg, request);
  }

  async stopPlay(leg: LegId): Promise<void> {
    if (this.calls.legs.get(leg)?.hasMedia) await this.media.ask("stopPlay", { leg, reason: "stopped" });
  }

  collect(leg: LegId, request: CollectRequest): Promise<Collected> {
    if (!this.calls.legs.has(leg)) return Promise.resolve({ digits: "", reason: "hangup" });
    return this.prompts.collect(leg, request);
  }

  async sendDigits(leg: LegId, digits: string): Promise<void> {
    const { sip } = this.talking(leg);
    if (!isDigits(digits)) throw new SwitchError("bad-state", "only 0-9, *, # and A-D can be sent");
    if (await this.media.ask("digits", { leg, digits })) return;
    for (const digit of digits.toUpperCase()) {
      sip.sendInfo(digit);
      await new Promise<void>((resolve) => this.clock.after(100, resolve));
    }
  }

  async inform(leg: LegId, fields: Readonly<Record<string, string>>): Promise<void> {
    const known = this.calls.legs.get(leg);
    if (known?.answered) known.sip.inform(stageContentType, encodeFields(fields));
  }

  readonly startRecording: Switch["startRecording"] = (...about) => this.media.record(...about);
  readonly setRecording: Switch["setRecording"] = (id, legs) => this.media.recordLegs(id, legs);
  readonly pauseRecording: Switch["pauseRecording"] = (id, paused) => this.media.recordPause(id, paused);
  readonly stopRecording: Switch["stopRecording"] = (id) => this.media.recordStop(id);
  readonly fork: Switch["fork"] = (leg, sink) => this.media.fork(leg, sink);

  isRegistered(user: string): boolean {
    return this.registrar.find(user) !== undefined;
  }

  registrations(prefix: string): Registration[] {
    return this.registrar
      .of(prefix)
      .map(({ user, socket, userAgent, since }) => ({ user, address: socket.remoteAddress, userAgent, since }));
  }

  async unregister(user: string): Promise<void> {
    this.signOuts.ofUser(user);
  }

  async release(holder: string): Promise<void> {
    this.signOuts.ofHolder(holder);
  }

  recheck(prefix: string): Promise<void> {
    return this.signOuts.recheck(prefix);
  }

  async liveLegs(): Promise<readonly LiveLeg[]> {
    return [...this.calls.legs].map(([leg, { user, direction, since, held, answered }]) => {
      const state = answered ? "answered" : "ringing";
      return { leg, user, direction, state, since, held };
    });
  }

  stats(): SwitchStats {
    return {
      legs: this.calls.legs.size,
      registered: this.registrar.count(),
      workers: this.media.size,
      frameLatenessP99Ms: this.media.p99,
    };
  }

  available(): boolean {
    return !this.running || this.media.available;
  }

  mediaCpuMs(): readonly number[] {
    return this.media.cpuMs;
  }

  /** The leg, when it is up. */
  private talking(id: LegId): Leg {
    const leg = this.calls.legs.get(id);
    if (!leg) throw new SwitchError("leg-gone", id);
    if (!leg.answered) throw new SwitchError("bad-state", "the leg is not answered");
    return leg;
  }

  private mediaEvent(event: MediaEvent): void {
    switch (event.kind) {
      case "connected":
        return this.calls.connected(event.leg);
      case "failed":
        return this.calls.mediaFailed(event.leg, event.alone);
      case "lost":
        return this.calls.lost(event.leg, "media");
      case "found":
        return this.calls.found(event.leg);
      case "digit":
        return this.digit(event.leg, event.digit, "rtp", event.ms);
      case "playDone":
        return this.prompts.played(event);
      case "quality": {
        const { kind: _kind, ...figures } = event;
        if (this.calls.legs.get(event.leg)?.answered) this.listeners.emit({ type: "quality", ...figures });
      }
    }
  }

  private digit(leg: LegId, digit: string, via: "info" | "rtp", ms?: number): void {
    if (this.calls.legs.has(leg)) this.prompts.pressed(leg, digit, via, ms);
  }

  private ending(leg: LegId): void {
    this.rooms.ended(leg);
    this.prompts.ending(leg);
    this.takingUp.legGone(leg);
  }
}
