/** The legs and recordings of one media thread, and what the verbs of media/protocol.ts do to them. */
import { beginnings } from "./ports.ts";
import type { MessagePort } from "node:worker_threads";
import type { AudioSource, Hearing, LegId } from "../../../../ports/switch.ts";
import { FRAME } from "./g711.ts";
import { MediaLeg } from "./leg.ts";
import { together } from "./mix.ts";
import { Player } from "./player.ts";
import type { Ask, MediaEvent, MediaOptions } from "./protocol.ts";
import { Recorder } from "./recorder.ts";
import type { Sources } from "./sources.ts";
import { RemoteLeg, type Tap, tapTo } from "./taps.ts";

export class LegMissing extends Error {}

export class MediaRoom {
  private readonly legs = new Map<LegId, MediaLeg>();
  private readonly remotes = new Map<LegId, RemoteLeg>();
  private readonly taps = new Set<Tap>();
  private readonly recorders = new Map<string, Recorder>();
  private readonly left = new Uint8Array(FRAME);
  private readonly right = new Uint8Array(FRAME);
  private readonly options: () => MediaOptions;
  private readonly sources: Sources;
  private readonly emit: (event: MediaEvent) => void;
  private readonly complain: (message: string) => void;

  constructor(
    options: MediaOptions,
    sources: Sources,
    emit: (event: MediaEvent) => void,
    complain: (message: string) => void,
  ) {
    const ports = options.portRange && beginnings(options.portRange);
    this.options = () => (ports ? { ...options, portRange: ports() } : options);
    this.sources = sources;
    this.emit = emit;
    this.complain = complain;
  }

  /** Whether anything here needs the clock. */
  get busy(): boolean {
    return this.legs.size + this.remotes.size + this.taps.size + this.recorders.size > 0;
  }

  /** 20 ms of everything. `late` is told for every frame that left how long after `due` it did, ms. */
  frame(due: number, late: (ms: number) => void): void {
    for (const leg of this.legs.values()) leg.listen();
    for (const remote of this.remotes.values()) remote.listen();
    for (const leg of this.legs.values()) {
      if (!leg.peer.connected) continue;
      leg.speak(this.saidBy, performance.now());
      late(performance.now() - due);
    }
    for (const tap of this.taps) tap.send(this.legs.get(tap.leg)?.said);
    for (const recorder of this.recorders.values()) {
      const { left = [], right = [] } = recorder.legs;
      recorder.add(together(left, this.saidBy, this.left), together(right, this.saidBy, this.right), due);
    }
  }

  async handle(ask: Ask): Promise<unknown> {
    switch (ask.verb) {
      case "offer":
        return this.begin(ask.leg, (leg) => leg.peer.offer());
      case "answer":
        return this.begin(ask.leg, async (leg) => (await leg.reoffer(ask.sdp)).sdp);
      case "accept":
        return this.leg(ask.leg).peer.accept(ask.sdp);
      case "reoffer":
        return this.leg(ask.leg).reoffer(ask.sdp);
      case "describe":
        return this.leg(ask.leg).peer.describe();
      case "settle":
        return this.leg(ask.leg).settle(ask.sdp);
      case "close":
        return this.close(ask.leg);
      case "hear":
        return this.hear(this.leg(ask.leg), ask.hearing);
      case "play":
        return this.leg(ask.leg).play(await this.player(ask.playId, ask.sources, ask.loop, ask.fromMs), ask.hushOnKey);
      case "stopPlay":
        return this.legs.get(ask.leg)?.stopPlay(ask.reason);
      case "digits":
        return this.leg(ask.leg).digits(ask.digits);
      case "tapOut":
        return this.tapOut(ask.leg, ask.port);
      case "tapIn":
        return this.tapIn(ask.leg, ask.port);
      case "record":
        await this.recorders.get(ask.id)?.end(performance.now());
        this.recorders.set(ask.id, await Recorder.begin(ask.path, ask.legs, this.complain, ask));
        return undefined;
      case "recordLegs":
        return this.recorders.get(ask.id)?.setLegs(ask.legs);
      case "recordPause":
        return this.recorders.get(ask.id)?.pause(ask.paused);
      case "recordStop": {
        const recorder = this.recorders.get(ask.id);
        this.recorders.delete(ask.id);
        return recorder?.end(performance.now());
      }
      case "shutdown": {
        const recorders = [...this.recorders.values()];
        this.recorders.clear();
        await Promise.all([
          ...recorders.map((recorder) => recorder.end(performance.now())),
          ...[...this.legs.keys()].map((id) => this.close(id)),
        ]);
        return undefined;
      }
    }
  }

  private readonly saidBy = (id: LegId): Uint8Array | undefined => (this.legs.get(id) ?? this.remotes.get(id))?.said;

  private leg(id: LegId): MediaLeg {
    const leg = this.legs.get(id);
    if (!leg) throw new LegMissing(id);
    return leg;
  }

  private async begin(id: LegId, describe: (leg: MediaLeg) => Promise<string>): Promise<string> {
    const leg = new MediaLeg(id, this.options(), this.emit);
    this.legs.set(id, leg);
    try {
      return await describe(leg);
    } catch (error) {
      await this.close(id);
      throw error;
    }
  }

  private async close(id: LegId): Promise<void> {
    const leg = this.legs.get(id);
    this.legs.delete(id);
    for (const tap of this.taps) if (tap.leg === id) tap.end();
    await leg?.close();
  }

  /** A source that cannot be played leaves silence. */
  private async hear(leg: MediaLeg, hearing: Hearing | undefined): Promise<void> {
    if (hearing?.kind !== "sources") return leg.setBackground(hearing);
    try {
      leg.setBackground({ kind: "player", player: await this.player("", hearing.sources, true) });
    } catch (error) {
      leg.setBackground(undefined);
      throw error;
    }
  }

  private async player(id: string, sources: readonly AudioSource[], loop: boolean, fromMs = 0): Promise<Player> {
    return new Player(id, await this.sources.clips(sources), loop, fromMs);
  }

  private tapOut(leg: LegId, port: MessagePort): void {
    const tap = tapTo(leg, port, () => this.taps.delete(tap));
    this.taps.add(tap);
  }

  private tapIn(leg: LegId, port: MessagePort): void {
    this.remotes.get(leg)?.end();
    const remote: RemoteLeg = new RemoteLeg(port, () => {
      if (this.remotes.get(leg) === remote) this.remotes.delete(leg);
    });
    this.remotes.set(leg, remote);
  }
}
