/** What each leg hears: the plan, or what is played over it. Changes are made where they belong together, one after the other. */
import { SwitchError, type AudioSource, type Hearing, type LegId } from "../../../ports/switch.ts";
import type { Logger } from "../../../ports/logger.ts";
import { Player } from "../../embedded/switch/media/player.ts";
import type { MediaEvent } from "../../embedded/switch/media/protocol.ts";
import { BadAudio, type Sources } from "../../embedded/switch/media/sources.ts";
import type { Ari, AriBridge } from "./ari.ts";
import { Conductor } from "./conductor.ts";
import type { Leg } from "./legs.ts";
import { Speaker } from "./speaker.ts";
import type { Ear } from "./topology.ts";

interface Asked {
  readonly playId: string;
  readonly sources: readonly AudioSource[];
  readonly loop: boolean;
  readonly fromMs: number;
}

export class Hearings {
  private readonly ari: Ari;
  private readonly sources: Sources;
  private readonly logger: Logger;
  private readonly emit: (event: MediaEvent) => void;
  private readonly legs: ReadonlyMap<LegId, Leg>;
  private readonly conductor: Conductor;
  private readonly jobs = new Map<LegId, Promise<void>>();
  /** When what is played was begun, and with how much of it left out. */
  private readonly begun = new WeakMap<Player, { readonly fromMs: number; readonly at: number }>();

  constructor(
    ari: Ari,
    sources: Sources,
    logger: Logger,
    legs: ReadonlyMap<LegId, Leg>,
    emit: (event: MediaEvent) => void,
  ) {
    this.ari = ari;
    this.sources = sources;
    this.logger = logger;
    this.legs = legs;
    this.emit = emit;
    this.conductor = new Conductor(ari, {
      ofLeg: (leg) => legs.get(leg)?.channel,
      ofSpeaker: (leg) => legs.get(leg)?.speaker?.channel,
    });
  }

  /** A source that cannot be played leaves silence. */
  async plan(leg: Leg, hearing: Hearing | undefined): Promise<void> {
    this.stop(leg, "stopped");
    leg.background = undefined;
    leg.hearing = hearing?.kind === "legs" ? hearing.legs : [];
    const turn = ++leg.turn;
    try {
      if (hearing?.kind === "sources") {
        const player = await this.player("", hearing.sources, true);
        // While its sources were read it may have been told something else.
        if (leg.turn === turn) leg.background = player;
      }
    } finally {
      await this.settle(leg.id);
    }
  }

  /** `find`: the leg may be gone when its sources are read. */
  async play(find: () => Leg, { playId, sources, loop, fromMs }: Asked): Promise<void> {
    const player = await this.player(playId, sources, loop, fromMs);
    const leg = find();
    this.stop(leg, "stopped");
    leg.playing = player;
    await this.settle(leg.id);
    this.begun.set(player, { fromMs, at: performance.now() });
  }

  async stopPlay(leg: Leg | undefined, reason: "stopped" | "digit"): Promise<void> {
    if (!leg?.playing) return;
    this.stop(leg, reason);
    await this.settle(leg.id);
  }

  /** The leg is gone: those who heard it hear the rest. */
  async ended(leg: Leg): Promise<void> {
    this.conductor.forget(leg.id);
    await Promise.all([
      leg.speaker?.close(),
      this.settle(leg.id).catch((error: Error) => this.logger.warn({}, `after a leg: ${error.message}`)),
    ]);
  }

  /**
   * Takes up what these legs hear of each other, as it is; what was played to them ended with its process. Gives back what of Asterisk's
   * belongs to it.
   */
  takeUp(bridges: readonly AriBridge[], legOf: ReadonlyMap<string, LegId>): ReadonlySet<string> {
    const { heard, known } = this.conductor.takeUp(bridges, this.legs, legOf);
    for (const [id, hears] of heard) {
      const leg = this.legs.get(id);
      if (leg) leg.hearing = leg.applied = hears;
    }
    return known;
  }

  /** Another process has the legs. */
  letGo(): void {
    for (const { speaker } of this.legs.values()) speaker?.letGo();
    this.conductor.clear();
  }

  /** Everything is gone with Asterisk. */
  clear(): void {
    this.conductor.clear();
  }

  private async player(id: string, sources: readonly AudioSource[], loop: boolean, fromMs = 0): Promise<Player> {
    try {
      return new Player(id, await this.sources.clips(sources), loop, fromMs);
    } catch (error) {
      throw error instanceof BadAudio ? new SwitchError("bad-audio", error.message) : error;
    }
  }

  private stop(leg: Leg, reason: "stopped" | "digit" | "finished"): void {
    const { playing } = leg;
    leg.playing = undefined;
    if (!playing) return;
    const atMs = reason === "finished" ? undefined : this.heardOf(playing);
    this.emit({ kind: "playDone", leg: leg.id, playId: playing.id, reason, ...(atMs === undefined ? {} : { atMs }) });
  }

  /** What was sent ahead was not heard: no more than there was time for. */
  private heardOf(player: Player): number | undefined {
    const begun = this.begun.get(player);
    const { atMs } = player;
    if (atMs === undefined || !begun) return atMs === undefined ? undefined : 0;
    return Math.min(atMs, Math.round(begun.fromMs + performance.now() - begun.at));
  }

  /** What the bridges say becomes what the legs around this one should hear. */
  async settle(id: LegId): Promise<void> {
    // What is changed in one go is done in one go.
    await Promise.resolve();
    for (;;) {
      const group = this.groupOf(id);
      const busy = group.flatMap((leg) => this.jobs.get(leg) ?? []);
      if (busy.length === 0) {
        const job = this.apply(group).finally(() => {
          for (const leg of group) if (this.jobs.get(leg) === job) this.jobs.delete(leg);
        });
        for (const leg of group) this.jobs.set(leg, job);
        return job;
      }
      await Promise.allSettled(busy);
    }
  }

  /** The legs that hear each other, as it is and as it shall be, from one on. */
  private groupOf(id: LegId): LegId[] {
    const edges = new Map<LegId, Set<LegId>>();
    const join = (a: LegId, b: LegId): void => {
      edges.set(a, (edges.get(a) ?? new Set()).add(b));
      edges.set(b, (edges.get(b) ?? new Set()).add(a));
    };
    for (const leg of this.legs.values()) for (const other of [...leg.hearing, ...leg.applied]) join(leg.id, other);
    const group = new Set([id]);
    for (const leg of group) for (const other of edges.get(leg) ?? []) group.add(other);
    return [...group];
  }

  private async apply(group: readonly LegId[]): Promise<void> {
    const legs = group.flatMap((id) => this.legs.get(id) ?? []).filter(({ channel }) => channel !== undefined);
    const sounding = (leg: Leg): Player | undefined => leg.playing ?? leg.background;
    await Promise.all(
      legs.map(async (leg) => {
        if (sounding(leg) && !leg.speaker)
          leg.speaker = await Speaker.open(this.ari, (player) => this.played(leg, player));
      }),
    );
    const ears = legs.map((leg): Ear => ({
      leg: leg.id,
      hears: leg.hearing.filter((other) => this.legs.get(other)?.channel !== undefined),
      speaker: sounding(leg) !== undefined,
      held: leg.held,
    }));
    for (const leg of legs) leg.applied = leg.hearing;
    await this.conductor.apply(group, ears);
    await Promise.all(
      legs.map(async (leg) => {
        const wanted = ears.find((ear) => ear.leg === leg.id)?.speaker;
        if (wanted) return leg.speaker?.play(sounding(leg));
        const { speaker } = leg;
        leg.speaker = undefined;
        await speaker?.close();
      }),
    );
  }

  private played(leg: Leg, player: Player): void {
    if (leg.playing !== player) return;
    this.stop(leg, "finished");
    void this.settle(leg.id).catch((error: Error) => this.logger.warn({}, `after a playback: ${error.message}`));
  }
}
