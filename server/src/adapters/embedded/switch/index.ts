/** The embedded Switch: SIP over WebSocket by sip.js' core, audio by werift in worker threads. See ports/switch.ts. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { encodeFields, stageContentType } from "@liantai/api/contract";
import type { WebSocket } from "ws";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import {
  SwitchError,
  type AudioSource,
  type Collected,
  type CollectRequest,
  type HangupCause,
  type LegId,
  type OriginateRequest,
  type PlayRequest,
  type RecordingChannel,
  type RecordingResult,
  type Registration,
  type Switch,
  type SwitchEvent,
  type SwitchStats,
} from "../../../ports/switch.ts";
import { Calls, type Leg } from "./calls.ts";
import { Collector } from "./collect.ts";
import { isDigits } from "./media/digits.ts";
import { MediaPool } from "./media/pool.ts";
import type { MediaEvent } from "./media/protocol.ts";
import { silentLogger, systemClock, type EmbeddedSwitchOptions } from "./options.ts";
import { Authenticator } from "./sip/auth.ts";
import { AddressBuckets, allowances, Bucket } from "./sip/rate.ts";
import { Registrar } from "./sip/registrar.ts";
import { SipSocket } from "./sip/socket.ts";

export { repairWav } from "./media/wav.ts";
export type { EmbeddedSwitchOptions } from "./options.ts";

const SWEEP_MS = 1_000;
/** A device that sends a key press both as RFC 4733 and as INFO means it once. */
const SAME_PRESS_MS = 400;

export interface EmbeddedSwitchFace extends Switch {
  /** A WebSocket with sub-protocol `sip` that the HTTP server accepted on /xcc/ws. */
  acceptSocket(ws: WebSocket, info: { readonly remoteAddress: string }): void;
  /** CPU time each media thread has used since it began, ms; about a second old (for benches). */
  mediaCpuMs(): readonly number[];
}

export const createEmbeddedSwitch = (options: EmbeddedSwitchOptions): EmbeddedSwitchFace => new EmbeddedSwitch(options);

interface Playback {
  readonly leg: LegId;
  readonly stopOnDigit: boolean;
}

class EmbeddedSwitch implements EmbeddedSwitchFace {
  private readonly options: EmbeddedSwitchOptions;
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly media: MediaPool;
  private readonly auth: Authenticator;
  private readonly registrar: Registrar;
  private readonly calls: Calls;
  private readonly sockets = new Set<SipSocket>();
  private readonly leaving = new Set<string>();
  private readonly addresses = new AddressBuckets();
  private readonly listeners = new Set<(event: SwitchEvent) => void>();
  private readonly bridges = new Map<LegId, LegId>();
  private readonly playbacks = new Map<string, Playback>();
  private readonly collectors = new Map<LegId, Collector>();
  private readonly presses = new Map<
    LegId,
    { readonly digit: string; readonly via: "info" | "rtp"; readonly at: number }
  >();
  private sweep: Timer | undefined;
  private running = false;

  constructor(options: EmbeddedSwitchOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.logger = options.logger ?? silentLogger;
    const { hostAddresses = [], iceServers = [], portRange, musicPath } = options;
    const workers = options.workers ?? Math.min(2, availableParallelism());
    this.media = new MediaPool(
      { workers, hostAddresses, iceServers, ...(portRange ? { portRange } : {}), ...(musicPath ? { musicPath } : {}) },
      this.logger,
      (event) => this.mediaEvent(event),
    );
    const emit = (event: SwitchEvent): void => this.emit(event);
    this.auth = new Authenticator(options.directory, options.realm, this.clock, this.logger);
    this.registrar = new Registrar(this.auth, this.clock, emit, (user, contact, socket) =>
      this.calls.deviceBack(user, contact, socket),
    );
    this.calls = new Calls({
      realm: options.realm,
      clock: this.clock,
      media: this.media,
      auth: this.auth,
      registrar: this.registrar,
      emit,
      digit: (leg, digit, via, ms) => this.digit(leg, digit, via, ms),
      ending: (leg) => this.ending(leg),
    });
  }

  async start(): Promise<void> {
    if (this.running) return;
    this.sweep = this.clock.every(SWEEP_MS, () => {
      this.registrar.sweep();
      void this.letGo().catch((error: Error) => this.logger.warn({}, `SIP: ${error.message}`));
    });
    this.running = true;
  }

  async stop(): Promise<void> {
    this.running = false;
    this.sweep?.cancel();
    for (const id of [...this.calls.legs.keys()]) this.calls.end(id, "shutdown");
    for (const socket of [...this.sockets]) socket.close(1001, "the switch stops");
    await this.media.stop();
  }

  on(listener: (event: SwitchEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  acceptSocket(ws: WebSocket, info: { readonly remoteAddress: string }): void {
    if (!this.running) return ws.close(1013, "not started");
    // Whoever comes registers or calls next: the threads are up by then.
    this.media.wake();
    const guard = (work: Promise<void>): void =>
      void work.catch((error: Error) => this.logger.warn({}, `SIP: ${error.message}`));
    this.sockets.add(
      new SipSocket(ws, {
        remoteAddress: info.remoteAddress,
        realm: this.options.realm,
        logger: this.logger,
        bucket: new Bucket(allowances.nameless, this.clock.now()),
        addressBucket: this.addresses.of(info.remoteAddress, this.clock.now()),
        now: () => this.clock.now(),
        delegate: (socket) => ({
          onRegister: (request) => guard(this.registrar.register(request, socket)),
          onInvite: (request) => guard(this.calls.incoming(request, socket)),
          onMessage: (request) => void request.reject({ statusCode: 405 }),
        }),
        onGone: (socket) => {
          this.sockets.delete(socket);
          this.registrar.dropSocket(socket);
          this.calls.socketGone(socket);
        },
      }),
    );
  }

  originate(request: OriginateRequest): Promise<LegId> {
    return this.calls.originate(request);
  }

  async ring(leg: LegId): Promise<void> {
    this.calls.legs.get(leg)?.sip.ring();
  }

  answer(leg: LegId): Promise<void> {
    return this.calls.answer(leg);
  }

  async hangup(leg: LegId, cause?: HangupCause): Promise<void> {
    const known = this.calls.legs.get(leg);
    if (known) this.calls.end(leg, cause ?? (known.lost ? "lost" : known.answered ? "normal" : "cancelled"));
  }

  async bridge(a: LegId, b: LegId): Promise<void> {
    this.talking(a);
    this.talking(b);
    if (a === b) throw new SwitchError("bad-state", "a leg cannot hear itself");
    const left = [a, b]
      .map((leg) => this.bridges.get(leg))
      .filter((peer): peer is LegId => peer !== undefined && peer !== a && peer !== b);
    for (const leg of [a, b, ...left]) this.bridges.delete(leg);
    this.bridges.set(a, b);
    this.bridges.set(b, a);
    await Promise.all([
      ...left.map((leg) => this.media.hear(leg, undefined)),
      this.media.hear(a, b),
      this.media.hear(b, a),
    ]);
  }

  async unbridge(leg: LegId): Promise<void> {
    const peer = this.bridges.get(leg);
    if (peer === undefined) return;
    this.bridges.delete(leg);
    this.bridges.delete(peer);
    await Promise.all([leg, peer].filter((id) => this.calls.legs.has(id)).map((id) => this.media.hear(id, undefined)));
  }

  async hold(leg: LegId, music: AudioSource = { kind: "music" }): Promise<void> {
    this.talking(leg);
    await this.unbridge(leg);
    await this.media.ask("hold", { leg, music });
  }

  unhold(leg: LegId, peer: LegId): Promise<void> {
    return this.bridge(leg, peer);
  }

  async play(leg: LegId, request: PlayRequest): Promise<string> {
    this.talking(leg);
    const playId = randomBytes(9).toString("base64url");
    this.playbacks.set(playId, { leg, stopOnDigit: request.stopOnDigit ?? false });
    try {
      await this.media.ask("play", { leg, playId, sources: request.sources, loop: request.loop ?? false });
    } catch (error) {
      this.playbacks.delete(playId);
      throw error;
    }
    return playId;
  }

  async stopPlay(leg: LegId): Promise<void> {
    if (this.calls.legs.get(leg)?.hasMedia) await this.media.ask("stopPlay", { leg, reason: "stopped" });
  }

  collect(leg: LegId, request: CollectRequest): Promise<Collected> {
    if (!this.calls.legs.has(leg)) return Promise.resolve({ digits: "", reason: "hangup" });
    if (this.collectors.has(leg))
      return Promise.reject(new SwitchError("bad-state", "digits of this leg are being collected"));
    return new Promise((resolve) => {
      const collector = new Collector(request, this.clock, (collected) => {
        this.collectors.delete(leg);
        resolve(collected);
      });
      this.collectors.set(leg, collector);
    });
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

  startRecording(id: string, path: string, legs: Partial<Record<RecordingChannel, LegId>>): Promise<void> {
    return this.media.record(id, path, legs);
  }

  setRecordingLeg(id: string, channel: RecordingChannel, leg: LegId | undefined): Promise<void> {
    return this.media.recordLeg(id, channel, leg);
  }

  stopRecording(id: string): Promise<RecordingResult | undefined> {
    return this.media.recordStop(id);
  }

  isRegistered(user: string): boolean {
    return this.registrar.find(user) !== undefined;
  }

  registrations(prefix: string): Registration[] {
    return this.registrar
      .of(prefix)
      .map(({ user, socket, userAgent, since }) => ({ user, address: socket.remoteAddress, userAgent, since }));
  }

  async unregister(user: string): Promise<void> {
    this.registrar.dropUser(user);
    for (const socket of [...this.sockets]) if (socket.users.has(user)) socket.close(1008, "signed out");
  }

  async release(holder: string): Promise<void> {
    this.auth.withdrawn();
    this.registrar.dropHolder(holder);
    for (const socket of [...this.sockets]) if (socket.holders.has(holder)) socket.close(1008, "signed out");
  }

  async recheck(prefix: string): Promise<void> {
    this.auth.withdrawn();
    for (const { user, socket, credential } of this.registrar.bindingsOf(prefix)) {
      const found = await this.options.directory.credentials(user);
      if (found.some(({ password, holder }) => password === credential.password && holder === credential.holder))
        continue;
      // Passwords of a session change with time; whether it lives is the question.
      if (credential.holder !== undefined && found.some(({ holder }) => holder === credential.holder)) continue;
      if (this.calls.inCall(user)) {
        this.leaving.add(user);
        continue;
      }
      this.leaving.delete(user);
      socket.close(1008, "signed out");
    }
  }

  /** Users whose credential ended in a call: they go when it is over. */
  private async letGo(): Promise<void> {
    for (const user of [...this.leaving]) {
      if (this.calls.inCall(user)) continue;
      this.leaving.delete(user);
      await this.recheck(user);
    }
  }

  async liveLegs(): Promise<readonly LegId[]> {
    return [...this.calls.legs.keys()];
  }

  stats(): SwitchStats {
    return {
      legs: this.calls.legs.size,
      registered: this.registrar.count(),
      workers: this.media.size,
      frameLatenessP99Ms: this.media.p99,
    };
  }

  mediaCpuMs(): readonly number[] {
    return this.media.cpuMs;
  }

  private emit(event: SwitchEvent): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.logger.error({}, `a listener of the switch failed at ${event.type}: ${(error as Error).message}`);
      }
    }
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
        if (this.playbacks.delete(event.playId))
          this.emit({ type: "playDone", leg: event.leg, playId: event.playId, reason: event.reason });
        return;
      case "quality": {
        const { kind: _kind, ...figures } = event;
        if (this.calls.legs.get(event.leg)?.answered) this.emit({ type: "quality", ...figures });
      }
    }
  }

  private digit(leg: LegId, digit: string, via: "info" | "rtp", ms?: number): void {
    if (!this.calls.legs.has(leg)) return;
    const now = this.clock.now();
    const last = this.presses.get(leg);
    if (last && last.digit === digit && last.via !== via && now - last.at < SAME_PRESS_MS) return;
    this.presses.set(leg, { digit, via, at: now });
    this.emit({ type: "digit", leg, digit, ...(ms === undefined ? {} : { ms }) });
    const stops = [...this.playbacks.values()].some((playback) => playback.leg === leg && playback.stopOnDigit);
    if (stops) void this.media.ask("stopPlay", { leg, reason: "digit" }).catch(() => undefined);
    this.collectors.get(leg)?.digit(digit);
  }

  private ending(leg: LegId): void {
    this.unbridge(leg).catch(() => undefined);
    for (const [playId, playback] of [...this.playbacks]) {
      if (playback.leg !== leg) continue;
      this.playbacks.delete(playId);
      this.emit({ type: "playDone", leg, playId, reason: "hangup" });
    }
    this.collectors.get(leg)?.end("hangup");
    this.presses.delete(leg);
  }
}
