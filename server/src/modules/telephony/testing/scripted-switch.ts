/**
 * A Switch in memory that obeys the port and whose far ends are moved by the test: register, call, pick up, hang up, lose.
 * A test tool; no path that ships uses it.
 */
import { encodeFields } from "@liantai/api/contract";
import type { Clock } from "../../../ports/clock.ts";
import { ofEpoch } from "../../../ports/switch-epoch.ts";
import {
  SwitchError,
  type AudioPlan,
  type HangupCause,
  type Hearing,
  type LegId,
  type LiveLeg,
  type OriginateRequest,
  type PlayRequest,
  type RecordedLegs,
  type Registration,
  type Release,
  type Switch,
  type SwitchEvent,
  type Trunk,
} from "../../../ports/switch.ts";
import { ScriptedForks } from "./scripted-forks.ts";
import { roomOver, sound, trunkFor, type Leg } from "./scripted-leg.ts";
import { ScriptedRecordings } from "./scripted-recordings.ts";

export class ScriptedSwitch implements Switch {
  /** A number over trunks is its far end `tel:NUMBER`, always there. */
  capabilities: { readonly outlives: boolean; readonly trunks: boolean };
  #epoch = 0;
  readonly #clock: Clock;
  readonly #legs = new Map<LegId, Leg>();
  readonly #users = new Map<string, string>();
  readonly #listeners = new Set<(event: SwitchEvent) => void>();
  readonly #recorder: ScriptedRecordings;
  /** Files that are no audio. */
  readonly unplayable = new Set<string>();
  /** As provisioned. */
  trunks: readonly Trunk[] = [];
  /** Verbs in the order they came, for assertions: 'answer leg1'. */
  readonly log: string[] = [];
  /** Digits each leg was sent. */
  readonly sent: { leg: LegId; digits: string }[] = [];
  /** What each leg was told of its call, in the order it came. */
  readonly informed: { leg: LegId; text: string }[] = [];
  /** Devices that answer an auto-answer call by themselves. */
  autoAnswers = true;
  /** The network says that it rings. */
  saysRinging = true;
  #count = 0;

  /** outlives: several engines, one after the other, find the same legs. */
  constructor(clock: Clock, outlives = false) {
    this.#clock = clock;
    this.#recorder = new ScriptedRecordings(clock);
    this.capabilities = { outlives, trunks: false };
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

  /** Anything else that a switch says. */
  tell(event: SwitchEvent): void {
    this.#emit(event);
  }

  readonly found = (leg: LegId): void => this.#emit({ type: "found", leg });

  lose(leg: LegId): void {
    this.#emit({ type: "lost", leg, why: "media" });
  }

  /** A user sends INVITE. `more`: what a trunk says of the call. */
  invite(user: string, to: string, more: Partial<Extract<SwitchEvent, { type: "incoming" }>> = {}): LegId {
    const leg = this.#add({ user, incoming: true, trunk: more.trunk });
    this.#emit({ type: "incoming", leg: leg.id, from: user, to, headers: {}, ...more });
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
    l.ring?.cancel();
    if (typeof l.request?.to === "string" && !l.answered) this.lift(leg);
    l.answered = true;
    this.#emit({ type: "answered", leg });
  }

  readonly rings = (leg: LegId): void => this.#emit({ type: "ringing", leg });
  /** The telephone of a device, whose sound is not up yet. */
  readonly lift = (leg: LegId): void => this.#emit({ type: "accepted", leg });

  /** The far end says no, or goodbye. */
  leave(leg: LegId, cause: HangupCause = "normal", release: Release = {}): void {
    this.#end(this.#get(leg), cause, release);
  }

  /** As where a process dies whose legs outlive it (P22): what rings does not. */
  endRinging(): void {
    for (const leg of [...this.#legs.values()]) if (!leg.answered) this.#end(leg, "lost");
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

  /** 'leg X' (or 'leg X Y'), 'music', 'file PATH', 'tone', 'silence', or 'gone'. */
  hears(leg: LegId): string {
    const l = this.#legs.get(leg);
    return l ? (l.play?.sounds ?? this.#words(l.hearing)) : "gone";
  }

  /** The same, whatever is played over it. */
  planned(leg: LegId): string {
    const l = this.#legs.get(leg);
    return l ? this.#words(l.hearing) : "gone";
  }

  #words(hearing: Hearing | undefined): string {
    if (hearing?.kind === "sources") return sound(hearing.sources[0]);
    const live = hearing?.legs.filter((leg) => this.#legs.has(leg)) ?? [];
    return live.length > 0 ? `leg ${live.join(" ")}` : "silence";
  }

  /** Those that run. */
  get recordings(): ScriptedRecordings["live"] {
    return this.#recorder.live;
  }

  get legs(): number {
    return this.#legs.size;
  }

  // --- the port

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    for (const leg of [...this.#legs.values()]) this.#end(leg, "shutdown");
  }

  async letGo(): Promise<void> {
    if (!this.capabilities.outlives) await this.stop();
  }

  async fence(epoch: number): Promise<void> {
    this.#epoch = Math.max(this.#epoch, epoch);
  }

  as(epoch: number): Switch {
    return ofEpoch(this, epoch, { newest: () => this.#epoch });
  }

  on(listener: (event: SwitchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly provision = async (trunks: readonly Trunk[]) => void (this.trunks = trunks);

  readonly room = async (of: readonly string[]) => roomOver(this.trunks, this.#legs.values(), of);

  async originate(request: OriginateRequest): Promise<LegId> {
    const user = typeof request.to === "string" ? request.to : `tel:${request.to.number}`;
    if (user === request.to && !this.#users.has(user)) throw new SwitchError("unreachable", user);
    const trunk = trunkFor(this.trunks, this.#legs.values(), request);
    const leg = this.#add({ user, incoming: false, request, trunk });
    this.log.push(`originate ${user}`);
    leg.ring = this.#clock.after(request.ringMs, () => this.#end(leg, "no-answer"));
    if (this.saysRinging) this.#emit({ type: "ringing", leg: leg.id });
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

  async arrange(room: string, plan: AudioPlan): Promise<void> {
    const live = [...plan].filter(([leg]) => this.#legs.has(leg));
    for (const [leg] of live) this.#up(leg);
    this.log.push(`arrange ${live.map(([leg, hearing]) => `${leg}: ${this.#words(hearing)}`).join(", ")}`);
    const told = new Map(live);
    for (const leg of this.#legs.values()) {
      const hearing = told.get(leg.id);
      if (leg.room !== room && !hearing) continue;
      const same = leg.room === room && JSON.stringify(leg.hearing) === JSON.stringify(hearing);
      leg.room = hearing && room;
      leg.hearing = hearing;
      if (!same) this.#silence(leg);
    }
    for (const [leg, { kind, ...hearing }] of live)
      if ("sources" in hearing && hearing.sources.some((s) => s.kind === "file" && this.unplayable.has(s.path))) {
        this.#get(leg).hearing = undefined;
        throw new SwitchError("bad-audio", `${leg} ${kind}`);
      }
  }

  async play(leg: LegId, request: PlayRequest): Promise<string> {
    const l = this.#up(leg);
    this.#silence(l);
    const id = `p${++this.#count}`;
    const source = request.sources[0];
    // A file lasts a second here.
    const ms = source?.kind === "file" ? 1_000 : source?.kind === "tone" ? source.ms : undefined;
    const timer = ms && !request.loop ? this.#clock.after(ms, () => this.#played(l, "finished")) : undefined;
    l.play = { id, sounds: sound(source), ...(timer ? { timer } : {}) };
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

  async startRecording(id: string, path: string, legs: RecordedLegs, begunAt?: number): Promise<void> {
    await this.#recorder.start(id, path, legs, begunAt);
  }

  readonly setRecording = async (id: string, legs: RecordedLegs) => this.#recorder.set(id, legs);
  readonly pauseRecording = async (id: string, paused: boolean) => this.#recorder.pause(id, paused);
  readonly stopRecording = (id: string) => this.#recorder.stop(id);

  /** What is stopped was heard for so long, ms; undefined: it does not say. */
  stopsAt: number | undefined;
  readonly forks = new ScriptedForks();
  readonly fork = this.forks.fork;

  isRegistered(user: string): boolean {
    return this.#users.has(user);
  }

  registrations(prefix: string): Registration[] {
    return [...this.#users.keys()]
      .filter((user) => user.startsWith(prefix))
      .map((user) => ({ user, address: "127.0.0.1", userAgent: "test", since: 0 }));
  }

  readonly unregister = async (user: string) => this.drop(user);

  /** Who signed in, and by which session, is nothing a scripted device knows. */
  readonly released: string[] = [];
  readonly rechecked: string[] = [];

  readonly release = async (holder: string) => void this.released.push(holder);
  readonly recheck = async (prefix: string) => void this.rechecked.push(prefix);

  async liveLegs(): Promise<LiveLeg[]> {
    return [...this.#legs.values()].map(({ id, user, incoming, answered, since }) => ({
      leg: id,
      user,
      direction: incoming ? "in" : "out",
      state: answered ? "answered" : "ringing",
      since,
      held: false,
    }));
  }

  readonly expectCalls = () => undefined;
  readonly available = () => true;

  stats() {
    return { legs: this.#legs.size, registered: this.#users.size, workers: 0, frameLatenessP99Ms: 0 };
  }

  // ---

  #add(leg: Pick<Leg, "user" | "incoming" | "request" | "trunk">): Leg {
    const added: Leg = { ...leg, id: `leg${++this.#count}`, since: this.#clock.now(), answered: false };
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
    this.#played(leg, "stopped");
  }

  #played(leg: Leg, reason: "finished" | "stopped" | "hangup"): void {
    const { play } = leg;
    if (!play) return;
    delete leg.play;
    play.timer?.cancel();
    const { stopsAt } = this;
    const at = reason === "stopped" && stopsAt !== undefined ? { atMs: stopsAt } : {};
    this.#emit({ type: "playDone", leg: leg.id, playId: play.id, reason, ...at });
  }

  #end(leg: Leg, cause: HangupCause, release: Release = {}): void {
    if (!this.#legs.delete(leg.id)) return;
    leg.ring?.cancel();
    this.#played(leg, "hangup");
    this.#emit({ type: "hungup", leg: leg.id, cause, ...release });
  }

  /** Later, as from a socket. */
  #emit(event: SwitchEvent): void {
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(event);
    });
  }
}
