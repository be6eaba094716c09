/** The audio of the legs in Asterisk: what the embedded switch does in its media threads, done by ARI. */
import { SwitchError, type Hearing, type LegId } from "../../../ports/switch.ts";
import type { KeptState } from "../../../ports/leg-store.ts";
import { textOf } from "../../embedded/switch/kept.ts";
import type { LegMedia, LegVerb } from "../../embedded/switch/leg-media.ts";
import type { MediaVerbs } from "../../embedded/switch/media/protocol.ts";
import { withPublicAddress } from "../../embedded/switch/media/public-address.ts";
import { accepted, asOffer, holds } from "../../embedded/switch/media/sdp.ts";
import { Ari, type AriEvent } from "./ari.ts";
import { forAsterisk, heldAnswer, midOf, take } from "./descriptions.ts";
import { Edge } from "./edge.ts";
import { ensureEndpoint } from "./edge-endpoint.ts";
import { clearLeftOvers, type Estate } from "./left-overs.ts";
import { edgeOf } from "./names.ts";
import { Health } from "./health.ts";
import { Hearings } from "./hearings.ts";
import { Keys } from "./keys.ts";
import { offerOf } from "./offering.ts";
import { legsThatLive, newLeg, type Leg } from "./legs.ts";
import { Recordings } from "./recordings.ts";
import type { MediaDeps } from "./media-deps.ts";
import { Lines } from "./trunks/lines.ts";
import { AsteriskUnreachable } from "./unreachable.ts";

export class AsteriskMedia implements LegMedia {
  readonly cpuMs: readonly number[] = [];
  readonly p99 = 0;
  private readonly d: MediaDeps;
  readonly lines: Lines;
  private readonly ari: Ari;
  private readonly edge: Edge;
  private readonly hearings: Hearings;
  private readonly health: Health;
  private readonly recordings: Recordings;
  private readonly keys: Keys;
  private readonly legs = new Map<LegId, Leg>();
  private readonly legOf = new Map<string, LegId>();
  private started = false;
  private readonly endings = new Set<Promise<void>>();

  constructor(deps: MediaDeps) {
    this.d = deps;
    const { access, logger, memory, sources, emit } = deps;
    const ready = () => memory.ready();
    this.ari = new Ari(access, logger, { event: (event) => this.heard(event), up: () => this.heardAgain(), ready });
    this.edge = new Edge(this.ari, access, logger, {
      ended: (leg) => this.fail(leg),
      down: () => this.failAll(),
      ready,
      returning: async () => {
        await ensureEndpoint(this.ari, access);
        await clearLeftOvers(this.ari, access, await deps.survey(this.ari), new Set());
      },
    });
    const channelOf = (leg: LegId): string | undefined => this.legs.get(leg)?.channel;
    this.hearings = new Hearings(this.ari, sources, logger, this.legs, emit);
    this.keys = new Keys(this.ari, emit);
    this.health = new Health(this.ari, emit);
    this.recordings = new Recordings(this.ari, logger, channelOf, ready);
    const channel = (leg: LegId, id: string) => void this.sits(leg, id);
    const talks = (leg: LegId, id: string) => this.begin(leg, id, false);
    this.lines = new Lines(this.ari, access, logger, { channel, talks }, deps);
  }

  /** Rejects when Asterisk cannot be reached or does not know us. */
  async start(kept: ReadonlyMap<LegId, KeptState>): Promise<ReadonlySet<LegId>> {
    try {
      const edge = ensureEndpoint(this.ari, this.d.access).then(() => this.edge.start());
      edge.catch(() => undefined);
      await this.ari.start();
      const estate = await this.d.survey(this.ari);
      // Asterisk is told so before anything else: nothing that follows need wait until it is done.
      void clearLeftOvers(this.ari, this.d.access, estate, this.takeUp(kept, estate));
      await edge;
      for (const leg of [...this.legs.values()]) if (!this.takeUpSide(leg, kept.get(leg.id))) await this.close(leg.id);
      const eventSource = [...this.legOf.keys()].map((channel) => `channel:${channel}`).join(",");
      if (eventSource)
        await this.ari.attempt("POST", `/applications/${this.ari.application}/subscription`, { eventSource });
    } catch (error) {
      await this.letGo();
      throw new AsteriskUnreachable(error);
    }
    this.started = true;
    return new Set(this.legs.keys());
  }

  /** Legs whose channels live, in the bridges in which they are. Gives back the ids of what belongs to them. */
  private takeUp(kept: ReadonlyMap<LegId, KeptState>, { channels, bridges }: Estate): ReadonlySet<string> {
    for (const leg of legsThatLive(kept, channels)) {
      this.legs.set(leg.id, leg);
      this.legOf.set(leg.channel, leg.id);
      // A line outside that has been silent so far may be so: its network says when it is gone.
      const line = textOf(kept.get(leg.id) ?? {}, "trunk");
      this.health.watch(leg.id, leg.channel, !line);
      this.health.hold(leg.id, leg.held);
    }
    return new Set([...this.legOf.keys(), ...this.hearings.takeUp(bridges, this.legOf)]);
  }

  /** Its dialogue with us, or its trunk. False: neither was kept. */
  private takeUpSide(leg: Leg, kept: KeptState | undefined): boolean {
    const trunk = kept && textOf(kept, "trunk");
    if (trunk && leg.channel !== undefined) this.lines.takeUp(leg.id, trunk, leg.channel);
    else leg.takenUp = this.edge.takeUp(leg.id, kept?.["edge"]);
    return Boolean(trunk) || leg.takenUp;
  }

  kept(id: LegId): KeptState | undefined {
    const leg = this.legs.get(id);
    const [edge, trunk] = [this.edge.kept(id), this.lines.kept(id)];
    if (leg?.channel === undefined || !(edge ?? trunk)) return undefined;
    const { channel, mid, described, held } = leg;
    return { channel, mid, described, held, ...(edge ? { edge } : { trunk: trunk ?? "" }) };
  }

  async letGo(): Promise<void> {
    this.started = false;
    this.health.clear();
    this.hearings.letGo();
    this.lines.letGo();
    this.legs.clear();
    this.legOf.clear();
    this.edge.letGo();
    this.ari.stop();
    await this.recordings.letGo();
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

  readonly record: LegMedia["record"] = (...about) => this.recordings.start(...about);
  readonly recordLegs: LegMedia["recordLegs"] = (id, legs) => this.recordings.set(id, legs);
  readonly recordPause: LegMedia["recordPause"] = async (id, paused) => this.recordings.pause(id, paused);
  readonly recordStop: LegMedia["recordStop"] = (id) => this.recordings.stop(id);
  readonly fork: LegMedia["fork"] = (leg, sink) => this.recordings.forks.add(leg, sink);

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
    play: ({ leg, ...asked }) => this.hearings.play(() => this.leg(leg), asked),
    stopPlay: ({ leg, reason }) => this.hearings.stopPlay(this.legs.get(leg), reason),
    digits: ({ leg, digits }) => this.keys.send(this.leg(leg), digits),
  };

  /** Keeps what the device is told, should it ask for it. */
  private described(id: LegId, sdp: string): string {
    return (this.leg(id).described = withPublicAddress(sdp, this.d.access.publicAddress));
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
    const channel = `leg-${id}`;
    this.sits(id, channel);
    const sdp = await offerOf(this.ari, this.edge, edgeOf(this.d.access.user, this.d.access.part), id, channel);
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
      case "ChannelDestroyed": {
        const id = this.legOf.get(event.channel.id);
        if (id !== undefined && this.legs.get(id)?.takenUp) this.fail(id);
        return;
      }
      case "ApplicationReplaced":
        return this.d.memory.doubt();
      case "ChannelDtmfReceived":
        return this.keys.pressed(this.legs.get(this.legOf.get(event.channel.id) ?? ""), event);
    }
  }

  /** Asterisk has the leg: one that called is answered there, one that was called has answered. */
  private begin(id: LegId, channel: string, answer: boolean): void {
    if (!this.sits(id, channel)) return void this.ari.attempt("DELETE", `/channels/${channel}`);
    void (async () => {
      if (answer) await this.ari.attempt("POST", `/channels/${channel}/answer`);
      this.health.watch(id, channel);
      await this.hearings.settle(id);
    })().catch((error: Error) => this.d.logger.warn({}, `a leg began: ${error.message}`));
  }

  /** Where its audio is. False: the leg is gone. */
  private sits(id: LegId, channel: string): boolean {
    const leg = this.legs.get(id);
    if (leg) this.legOf.set((leg.channel = channel), id);
    return leg !== undefined;
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
    void this.lines.restore().catch((error: Error) => this.d.logger.warn({}, `trunks: ${error.message}`));
    void this.d
      .survey(this.ari)
      .then(({ channels }) => {
        const there = new Set(channels.map(({ id }) => id));
        for (const { id, channel } of [...this.legs.values()])
          if (channel !== undefined && !there.has(channel)) this.fail(id);
      })
      .catch((error: Error) => this.d.logger.warn({}, `Asterisk: ${error.message}`));
  }

  private fail(leg: LegId): void {
    if (this.legs.has(leg)) this.d.emit({ kind: "failed", leg, alone: false });
  }

  private failAll(): void {
    this.hearings.clear();
    for (const leg of [...this.legs.keys()]) this.fail(leg);
  }
}
