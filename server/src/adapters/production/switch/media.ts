/** The audio of the legs in Asterisk: what the embedded switch does in its media threads, done by ARI. */
import {
  SwitchError,
  type Hearing,
  type LegId,
  type RecordedLegs,
  type RecordingResult,
} from "../../../ports/switch.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { LegMedia, LegVerb } from "../../embedded/switch/leg-media.ts";
import type { MediaEvent, MediaVerbs } from "../../embedded/switch/media/protocol.ts";
import { accepted, asOffer, holds } from "../../embedded/switch/media/sdp.ts";
import type { Sources } from "../../embedded/switch/media/sources.ts";
import { Ari, type AriAccess, type AriChannel, type AriEvent } from "./ari.ts";
import { application } from "./configuration.ts";
import { forAsterisk, heldAnswer, midOf, take } from "./descriptions.ts";
import { Edge } from "./edge.ts";
import { clearLeftOvers } from "./left-overs.ts";
import { Health } from "./health.ts";
import { Hearings } from "./hearings.ts";
import { newLeg, type Leg } from "./legs.ts";
import { Recordings } from "./recordings.ts";
import { Lines } from "./trunks/lines.ts";
import { AsteriskUnreachable } from "./unreachable.ts";

/** Asterisk makes no key shorter than this, and begins with the first one a good frame late. */
const KEY_MS = 100;
const PAUSE_MS = 20;
const KEYS_MARGIN_MS = 240;
/** From the end of one key to the beginning of the next: less is the same one. */
const SAME_PRESS_MS = 45;

export class AsteriskMedia implements LegMedia {
  readonly cpuMs: readonly number[] = [];
  readonly p99 = 0;
  private readonly access: AriAccess;
  private readonly logger: Logger;
  private readonly emit: (event: MediaEvent) => void;
  readonly lines: Lines;
  private readonly ari: Ari;
  private readonly edge: Edge;
  private readonly hearings: Hearings;
  private readonly health: Health;
  private readonly recordings: Recordings;
  private readonly legs = new Map<LegId, Leg>();
  private readonly legOf = new Map<string, LegId>();
  private started = false;
  private readonly endings = new Set<Promise<void>>();

  constructor(access: AriAccess, sources: Sources, logger: Logger, emit: (event: MediaEvent) => void) {
    this.access = access;
    this.logger = logger;
    this.emit = emit;
    this.ari = new Ari(access, logger, { event: (event) => this.heard(event), up: () => this.heardAgain() });
    this.edge = new Edge(this.ari, access, logger, {
      ended: (leg) => this.fail(leg),
      down: () => this.failAll(),
      returning: () => clearLeftOvers(this.ari, access.user),
    });
    const channelOf = (leg: LegId): string | undefined => this.legs.get(leg)?.channel;
    this.hearings = new Hearings(this.ari, sources, logger, this.legs, emit);
    this.health = new Health(this.ari, emit);
    this.recordings = new Recordings(this.ari, logger, channelOf);
    this.lines = new Lines(this.ari, access, logger, {
      channel: (leg, channel) => this.sits(leg, channel),
      talks: (leg, channel) => this.begin(leg, channel, false),
    });
  }

  /** Rejects when Asterisk cannot be reached or does not know us. */
  async start(): Promise<void> {
    try {
      await this.ari.start();
      await clearLeftOvers(this.ari, this.access.user);
      await this.edge.start();
    } catch (error) {
      this.edge.stop();
      this.ari.stop();
      throw new AsteriskUnreachable(error);
    }
    this.started = true;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.legs.keys()].map((leg) => this.close(leg)));
    await Promise.all(this.endings);
    await this.recordings.stopAll();
    this.lines.copies.stop();
    this.health.clear();
    this.edge.stop();
    this.ari.stop();
  }

  wake(): void {}

  get available(): boolean {
    return this.ari.connected && this.edge.connected;
  }

  get size(): number {
    return this.available ? 1 : 0;
  }

  place(id: LegId): void {
    this.legs.set(id, newLeg(id));
  }

  ask<V extends LegVerb>(verb: V, about: MediaVerbs[V]["ask"]): Promise<MediaVerbs[V]["reply"]> {
    return this.verbs[verb](about);
  }

  async close(id: LegId): Promise<void> {
    const leg = this.legs.get(id);
    if (!leg) return;
    const ending = this.end(leg);
    this.endings.add(ending);
    await ending.finally(() => this.endings.delete(ending));
  }

  async hear(id: LegId, hearing: Hearing | undefined): Promise<void> {
    await this.hearings.plan(this.leg(id), hearing);
  }

  record(id: string, path: string, legs: RecordedLegs): Promise<void> {
    return this.recordings.start(id, path, legs);
  }

  recordLegs(id: string, legs: RecordedLegs): Promise<void> {
    return this.recordings.set(id, legs);
  }

  async recordPause(id: string, paused: boolean): Promise<void> {
    this.recordings.pause(id, paused);
  }

  recordStop(id: string): Promise<RecordingResult | undefined> {
    return this.recordings.stop(id);
  }

  private readonly verbs: {
    readonly [V in LegVerb]: (about: MediaVerbs[V]["ask"]) => Promise<MediaVerbs[V]["reply"]>;
  } = {
    offer: ({ leg }) => this.offer(leg),
    answer: async ({ leg, sdp }) => {
      const answer = await take(sdp, (met) => this.edge.invite(leg, met));
      return this.described(leg, answer);
    },
    accept: async ({ leg, sdp }) => this.edge.accept(leg, forAsterisk(accepted(sdp, this.leg(leg).mid))),
    reoffer: async ({ leg, sdp }) => {
      const held = holds(sdp);
      const answer = await take(sdp, (met) => this.edge.reinvite(leg, met));
      await this.deviceHolds(leg, held);
      return { sdp: heldAnswer(this.described(leg, answer), sdp), held };
    },
    // Nothing about the audio's way changes: Asterisk need not know.
    describe: async ({ leg }) => asOffer(this.leg(leg).described),
    settle: async ({ leg, sdp }) => {
      const held = holds(accepted(sdp, this.leg(leg).mid));
      await this.deviceHolds(leg, held);
      return held;
    },
    play: ({ leg, playId, sources, loop }) => this.hearings.play(() => this.leg(leg), playId, sources, loop),
    stopPlay: ({ leg, reason }) => this.hearings.stopPlay(this.legs.get(leg), reason),
    digits: async ({ leg, digits }) => {
      const { channel } = this.leg(leg);
      await this.ari.ask("POST", `/channels/${channel ?? ""}/dtmf`, {
        dtmf: digits,
        duration: KEY_MS,
        between: PAUSE_MS,
      });
      await new Promise((resolve) => setTimeout(resolve, digits.length * (KEY_MS + PAUSE_MS) + KEYS_MARGIN_MS));
      return true;
    },
  };

  /** Keeps what the device is told, should it ask for it. */
  private described(id: LegId, sdp: string): string {
    this.leg(id).described = sdp;
    return sdp;
  }

  private async deviceHolds(id: LegId, held: boolean): Promise<void> {
    this.health.hold(id, held);
    this.leg(id).held = held;
    await this.hearings.settle(id);
  }

  private leg(id: LegId): Leg {
    const leg = this.legs.get(id);
    if (!leg) throw new SwitchError("leg-gone", id);
    return leg;
  }

  private async offer(id: LegId): Promise<string> {
    const leg = this.leg(id);
    leg.channel = `leg-${id}`;
    this.legOf.set(leg.channel, id);
    const offered = this.edge.offer(id);
    try {
      await this.ari.ask(
        "POST",
        "/channels",
        {
          endpoint: `PJSIP/${this.access.user}`,
          app: application,
          appArgs: `out,${id}`,
          channelId: leg.channel,
          timeout: -1,
          formats: "ulaw",
        },
        { variables: { "PJSIP_HEADER(add,X-Liantai-Leg)": id } },
      );
    } catch (error) {
      this.edge.end(id);
      await offered.catch(() => undefined);
      throw error;
    }
    const sdp = await offered;
    leg.mid = midOf(sdp);
    return this.described(id, sdp);
  }

  private heard(event: AriEvent): void {
    this.lines.heard(event);
    switch (event.type) {
      case "StasisStart": {
        const [role, id] = event.args;
        if (role === "edge" || role === "out") this.begin(id ?? "", event.channel.id, role === "edge");
        return;
      }
      case "ChannelDtmfReceived":
        return this.pressed(event.channel.id, event.digit, event.duration_ms, Date.parse(event.timestamp));
    }
  }

  /** A key that comes less than 45 ms after another is told once as it came and once as Asterisk makes it up. `at`: by its clock. */
  private pressed(channel: string, digit: string, ms: number, at: number): void {
    const id = this.legOf.get(channel);
    const leg = id === undefined ? undefined : this.legs.get(id);
    if (!leg) return;
    const { press } = leg;
    leg.press = { digit, at };
    if (press?.digit === digit && at - ms - press.at < SAME_PRESS_MS) return;
    this.emit({ kind: "digit", leg: leg.id, digit, ms });
  }

  /** Asterisk has the leg: one that called is answered there, one that was called has answered. */
  private begin(id: LegId, channel: string, answer: boolean): void {
    if (!this.sits(id, channel)) return void this.ari.attempt("DELETE", `/channels/${channel}`);
    void (async () => {
      if (answer) await this.ari.attempt("POST", `/channels/${channel}/answer`);
      this.health.watch(id, channel);
      await this.hearings.settle(id);
    })().catch((error: Error) => this.logger.warn({}, `a leg began: ${error.message}`));
  }

  /** Where its audio is. False: the leg is gone. */
  private sits(id: LegId, channel: string): boolean {
    const leg = this.legs.get(id);
    if (!leg) return false;
    leg.channel = channel;
    this.legOf.set(channel, id);
    return true;
  }

  private async end(leg: Leg): Promise<void> {
    const { id, channel } = leg;
    this.legs.delete(id);
    this.health.forget(id);
    this.edge.end(id);
    if (channel !== undefined) {
      this.legOf.delete(channel);
      await this.ari.attempt("DELETE", `/channels/${channel}`);
    }
    await Promise.all([this.recordings.ended(id), this.hearings.ended(leg)]);
  }

  /** No event is told twice: whose channel went meanwhile is gone. */
  private heardAgain(): void {
    if (!this.started) return;
    void this.lines.restore().catch((error: Error) => this.logger.warn({}, `trunks: ${error.message}`));
    void this.ari
      .ask<readonly AriChannel[]>("GET", "/channels")
      .then((channels) => {
        const there = new Set(channels.map(({ id }) => id));
        for (const { id, channel } of [...this.legs.values()])
          if (channel !== undefined && !there.has(channel)) this.fail(id);
      })
      .catch((error: Error) => this.logger.warn({}, `Asterisk: ${error.message}`));
  }

  private fail(leg: LegId): void {
    if (this.legs.has(leg)) this.emit({ kind: "failed", leg, alone: false });
  }

  private failAll(): void {
    this.hearings.clear();
    for (const leg of [...this.legs.keys()]) this.fail(leg);
  }
}
