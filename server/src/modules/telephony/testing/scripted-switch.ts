/**
 * A Switch in memory that obeys the port and whose far ends are moved by the test: register, call, pick up, hang up, lose.
 * A test tool; no path that ships uses it.
 */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { encodeFields } from "@liantai/api/contract";
import { writeWav } from "@liantai/api/wav";
import type { Clock, Timer } from "../../../ports/clock.ts";
import {
  SwitchError,
  type HangupCause,
  type LegId,
  type OriginateRequest,
  type PlayRequest,
  type MissingSpan,
  type RecordingChannel,
  type RecordingResult,
  type Registration,
  type Switch,
  type SwitchEvent,
} from "../../../ports/switch.ts";

interface Leg {
  readonly id: LegId;
  readonly user: string;
  readonly incoming: boolean;
  readonly request?: OriginateRequest;
  answered: boolean;
  hears: string;
  play?: { readonly id: string; readonly timer?: Timer };
  ring?: Timer;
}

interface Recording {
  readonly path: string;
  readonly startedAt: number;
  readonly legs: Partial<Record<RecordingChannel, LegId>>;
}

/** 8,000 Hz, two channels, 16 bit, zeros. */
const silentWav = (ms: number): Uint8Array => writeWav(new Int16Array(Math.round(ms * 8) * 2), 8_000, 2);

export class ScriptedSwitch implements Switch {
  readonly #clock: Clock;
  readonly #legs = new Map<LegId, Leg>();
  readonly #users = new Map<string, string>();
  readonly #listeners = new Set<(event: SwitchEvent) => void>();
  readonly recordings = new Map<string, Recording>();
  /** What every recording will lack. */
  missing: readonly MissingSpan[] = [];
  /** Verbs in the order they came, for assertions: 'bridge a b'. */
  readonly log: string[] = [];
  /** Digits each leg was sent. */
  readonly sent: { leg: LegId; digits: string }[] = [];
  /** What each leg was told of its call, in the order it came. */
  readonly informed: { leg: LegId; text: string }[] = [];
  /** Devices that answer an auto-answer call by themselves. */
  autoAnswers = true;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  // --- the far ends

  register(user: string, instance = `urn:${user}`): void {
    this.#users.set(user, instance);
    this.#emit({ type: "registered", user, instance, userAgent: "test" });
  }

  /** The browser of a user is gone: its registration, its ringing legs, and no word from its answered ones. */
  drop(user: string): void {
    const instance = this.#users.get(user);
    this.#users.delete(user);
    if (instance !== undefined) this.#emit({ type: "unregistered", user, instance });
    for (const leg of [...this.#legs.values()]) {
      if (leg.user !== user) continue;
      if (leg.answered) this.#emit({ type: "lost", leg: leg.id, why: "socket" });
      else this.#end(leg, leg.incoming ? "cancelled" : "unreachable");
    }
  }

  found(leg: LegId): void {
    this.#emit({ type: "found", leg });
  }

  lose(leg: LegId): void {
    this.#emit({ type: "lost", leg, why: "media" });
  }

  /** A user sends INVITE. */
  invite(user: string, to: string): LegId {
    const leg = this.#add({ user, incoming: true });
    this.#emit({ type: "incoming", leg: leg.id, from: user, to, headers: {} });
    return leg.id;
  }

  /** Live legs at a user's device, oldest first. */
  at(user: string): LegId[] {
    return [...this.#legs.values()].filter((l) => l.user === user).map((l) => l.id);
  }

  request(leg: LegId): OriginateRequest | undefined {
    return this.#legs.get(leg)?.request;
  }

  pickUp(leg: LegId): void {
    const l = this.#get(leg);
    l.answered = true;
    l.ring?.cancel();
    this.#emit({ type: "answered", leg });
  }

  rings(leg: LegId): void {
    this.#emit({ type: "ringing", leg });
  }

  /** The far end says no, or goodbye. */
  leave(leg: LegId, cause: HangupCause = "normal", sipCode?: number): void {
    this.#end(this.#get(leg), cause, sipCode);
  }

  press(leg: LegId, digit: string): void {
    this.#emit({ type: "digit", leg, digit });
  }

  deviceHold(leg: LegId, held: boolean): void {
    this.#emit({ type: "deviceHold", leg, held });
  }

  quality(leg: LegId, loss: number, jitterMs: number): void {
    this.#emit({ type: "quality", leg, loss, jitterMs });
  }

  /** 'leg X', 'music', 'hold', 'file PATH', 'tone' or 'silence'. */
  hears(leg: LegId): string {
    return this.#legs.get(leg)?.hears ?? "gone";
  }

  get legs(): number {
    return this.#legs.size;
  }

  // --- the port

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    for (const leg of [...this.#legs.values()]) this.#end(leg, "shutdown");
  }

  on(listener: (event: SwitchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async originate(request: OriginateRequest): Promise<LegId> {
    if (!this.#users.has(request.to)) throw new SwitchError("unreachable", request.to);
    const leg = this.#add({ user: request.to, incoming: false, request });
    this.log.push(`originate ${request.to}`);
    leg.ring = this.#clock.after(request.ringMs, () => this.#end(leg, "no-answer"));
    this.#emit({ type: "ringing", leg: leg.id });
    if (request.autoAnswer && this.autoAnswers) queueMicrotask(() => this.#legs.has(leg.id) && this.pickUp(leg.id));
    return leg.id;
  }

  async ring(leg: LegId): Promise<void> {
    this.log.push(`ring ${leg}`);
  }

  async answer(leg: LegId): Promise<void> {
    const l = this.#get(leg);
    if (!l.incoming || l.answered) throw new SwitchError("bad-state", leg);
    this.log.push(`answer ${leg}`);
    this.pickUp(leg);
  }

  async hangup(leg: LegId, cause: HangupCause = "normal"): Promise<void> {
    const l = this.#legs.get(leg);
    if (!l) return;
    this.log.push(`hangup ${leg} ${cause}`);
    this.#end(l, cause);
  }

  async bridge(a: LegId, b: LegId): Promise<void> {
    const [x, y] = [this.#up(a), this.#up(b)];
    this.log.push(`bridge ${a} ${b}`);
    for (const leg of [x, y]) this.#silence(leg);
    x.hears = `leg ${b}`;
    y.hears = `leg ${a}`;
  }

  async unbridge(leg: LegId): Promise<void> {
    const l = this.#legs.get(leg);
    if (!l?.hears.startsWith("leg ")) return;
    const peer = this.#legs.get(l.hears.slice(4));
    l.hears = "silence";
    if (peer) peer.hears = "silence";
  }

  async hold(leg: LegId): Promise<void> {
    const l = this.#up(leg);
    await this.unbridge(leg);
    this.#silence(l);
    l.hears = "hold";
    this.log.push(`hold ${leg}`);
  }

  unhold(leg: LegId, peer: LegId): Promise<void> {
    return this.bridge(leg, peer);
  }

  async play(leg: LegId, request: PlayRequest): Promise<string> {
    const l = this.#up(leg);
    this.#silence(l);
    const id = `p${++this.#count}`;
    const source = request.sources[0];
    l.hears = source?.kind === "file" ? `file ${source.path}` : (source?.kind ?? "silence");
    // A file lasts a second here.
    const timer =
      source?.kind === "file" && !request.loop
        ? this.#clock.after(1_000, () => this.#played(l, "finished"))
        : undefined;
    l.play = { id, ...(timer ? { timer } : {}) };
    return id;
  }

  async stopPlay(leg: LegId): Promise<void> {
    const l = this.#legs.get(leg);
    if (l) this.#silence(l);
  }

  async collect(): Promise<never> {
    throw new SwitchError("bad-state", "not scripted");
  }

  async sendDigits(leg: LegId, digits: string): Promise<void> {
    this.#up(leg);
    this.sent.push({ leg, digits });
  }

  async inform(leg: LegId, fields: Readonly<Record<string, string>>): Promise<void> {
    if (this.#legs.get(leg)?.answered) this.informed.push({ leg, text: encodeFields(fields) });
  }

  async startRecording(id: string, path: string, legs: Partial<Record<RecordingChannel, LegId>>): Promise<void> {
    this.recordings.set(id, { path, startedAt: this.#clock.now(), legs: { ...legs } });
    await writeFile(path, silentWav(20));
  }

  async setRecordingLeg(id: string, channel: RecordingChannel, leg: LegId | undefined): Promise<void> {
    const recording = this.recordings.get(id);
    if (!recording) return;
    if (leg === undefined) delete recording.legs[channel];
    else recording.legs[channel] = leg;
  }

  async stopRecording(id: string): Promise<RecordingResult | undefined> {
    const recording = this.recordings.get(id);
    if (!recording) return undefined;
    this.recordings.delete(id);
    const durationMs = this.#clock.now() - recording.startedAt;
    const data = silentWav(durationMs);
    await writeFile(recording.path, data);
    return {
      path: recording.path,
      durationMs,
      bytes: data.length,
      missing: this.missing,
      digest: createHash("sha256").update(data.subarray(44)).digest("hex"),
    };
  }

  isRegistered(user: string): boolean {
    return this.#users.has(user);
  }

  registrations(prefix: string): Registration[] {
    return [...this.#users.keys()]
      .filter((user) => user.startsWith(prefix))
      .map((user) => ({ user, address: "127.0.0.1", userAgent: "test", since: 0 }));
  }

  async unregister(user: string): Promise<void> {
    this.drop(user);
  }

  /** Who signed in, and by which session, is nothing a scripted device knows. */
  readonly released: string[] = [];
  readonly rechecked: string[] = [];

  async release(holder: string): Promise<void> {
    this.released.push(holder);
  }

  async recheck(prefix: string): Promise<void> {
    this.rechecked.push(prefix);
  }

  async liveLegs(): Promise<LegId[]> {
    return [...this.#legs.keys()];
  }

  expectCalls(): void {}

  stats() {
    return { legs: this.#legs.size, registered: this.#users.size, workers: 0, frameLatenessP99Ms: 0 };
  }

  // ---

  #add(leg: Pick<Leg, "user" | "incoming" | "request">): Leg {
    const added: Leg = { ...leg, id: `leg${++this.#count}`, answered: false, hears: "silence" };
    this.#legs.set(added.id, added);
    return added;
  }

  #get(leg: LegId): Leg {
    const l = this.#legs.get(leg);
    if (!l) throw new SwitchError("leg-gone", leg);
    return l;
  }

  #up(leg: LegId): Leg {
    const l = this.#get(leg);
    if (!l.answered) throw new SwitchError("bad-state", `${leg} is not answered`);
    return l;
  }

  #silence(leg: Leg): void {
    if (leg.play) this.#played(leg, "stopped");
    leg.hears = "silence";
  }

  #played(leg: Leg, reason: "finished" | "stopped" | "hangup"): void {
    const { play } = leg;
    if (!play) return;
    delete leg.play;
    play.timer?.cancel();
    leg.hears = "silence";
    this.#emit({ type: "playDone", leg: leg.id, playId: play.id, reason });
  }

  #end(leg: Leg, cause: HangupCause, sipCode?: number): void {
    if (!this.#legs.delete(leg.id)) return;
    leg.ring?.cancel();
    this.#played(leg, "hangup");
    for (const other of this.#legs.values()) if (other.hears === `leg ${leg.id}`) other.hears = "silence";
    this.#emit({ type: "hungup", leg: leg.id, cause, ...(sipCode === undefined ? {} : { sipCode }) });
  }

  /** Later, as from a socket. */
  #emit(event: SwitchEvent): void {
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(event);
    });
  }
}
