/** Makes Asterisk's bridges what topology.ts says they should be, by the difference to what they are. */
import { randomUUID } from "node:crypto";
import type { LegId } from "../../../ports/switch.ts";
import type { Ari, AriBridge } from "./ari.ts";
import { readBridge, type Bridge } from "./reading.ts";
import { snoop } from "./snoop.ts";
import { planBridges, type BridgePlan, type Ear } from "./topology.ts";

/** Digits are told from every bridge, and no audio takes a way past Asterisk. */
const BRIDGE_TYPE = "mixing,dtmf_events,proxy_media";

export interface Channels {
  /** Asterisk's channel of a leg; undefined when the leg is gone. */
  ofLeg(leg: LegId): string | undefined;
  ofSpeaker(leg: LegId): string | undefined;
}

export class Conductor {
  private readonly ari: Ari;
  private readonly channels: Channels;
  private readonly bridges = new Map<string, Bridge>();
  /** The bridge in which a leg sits. */
  private readonly seats = new Map<LegId, string>();
  /** Legs whose silence Asterisk makes. */
  private readonly silent = new Set<LegId>();

  constructor(ari: Ari, channels: Channels) {
    this.ari = ari;
    this.channels = channels;
  }

  /** `group`: legs that hear nobody outside of it and are heard by nobody outside of it; those without an ear are gone. */
  async apply(group: readonly LegId[], ears: readonly Ear[]): Promise<void> {
    const legs = new Set(group);
    const old = [...this.bridges.values()].filter(({ plan }) => touches(plan, legs));
    const plans = planBridges(
      ears,
      (a, b) => this.seats.get(a) !== undefined && this.seats.get(a) === this.seats.get(b),
    );
    const kept = new Set<Bridge>();
    const pairs = plans.map((plan) => {
      const found = match(
        plan,
        old.filter((bridge) => !kept.has(bridge)),
      );
      if (found) kept.add(found);
      return { plan, bridge: found };
    });
    // Asterisk is asked for them, and for what comes into them, in one go: it does one after the other.
    const made: Promise<unknown>[] = [];
    const placed = pairs.map(({ plan, bridge }) => ({ plan, bridge: bridge ?? this.create(plan, made) }));
    const making = Promise.all(made);
    making.catch(() => undefined);
    await Promise.all(placed.map(({ plan, bridge }) => this.copies(bridge, plan)));
    const sitting = new Set(plans.flatMap((plan) => plan.seats));
    await Promise.all([
      ...placed.flatMap(({ plan, bridge }) => plan.seats.map((leg) => this.seat(leg, bridge.id))),
      ...ears.filter(({ leg }) => !sitting.has(leg)).map(({ leg, held }) => this.unseat(leg, held)),
      making,
    ]);
    await Promise.all(old.filter((bridge) => !kept.has(bridge)).map((bridge) => this.remove(bridge)));
  }

  /**
   * Takes up the bridges in which these legs sit or are heard, as they are. Gives back who hears whom by them, and the ids of what
   * belongs to them.
   */
  takeUp(
    bridges: readonly AriBridge[],
    legs: ReadonlyMap<LegId, { readonly held: boolean }>,
    legOf: ReadonlyMap<string, LegId>,
  ): { readonly heard: ReadonlyMap<LegId, readonly LegId[]>; readonly known: ReadonlySet<string> } {
    const known = new Set<string>();
    const heard = new Map<LegId, LegId[]>();
    for (const found of bridges) {
      const bridge = readBridge(found, legOf);
      if (!bridge) continue;
      this.bridges.set(bridge.id, bridge);
      const { seats, mouths, whisperTo } = bridge.plan;
      for (const id of [bridge.id, ...bridge.mouths.values(), bridge.whisper ?? ""]) known.add(id);
      for (const leg of seats) this.seats.set(leg, bridge.id);
      for (const ear of whisperTo === undefined ? seats : [whisperTo])
        heard.set(ear, [...(heard.get(ear) ?? []), ...[...seats, ...mouths].filter((leg) => leg !== ear)]);
    }
    for (const [leg, { held }] of legs) if (!held && !this.seats.has(leg)) this.silent.add(leg);
    return { heard, known };
  }

  /** The leg's channel is gone, and with it every copy of it. */
  forget(leg: LegId): void {
    this.seats.delete(leg);
    this.silent.delete(leg);
  }

  /** Everything is gone with Asterisk. */
  clear(): void {
    this.bridges.clear();
    this.seats.clear();
    this.silent.clear();
  }

  /** made: gets what it does not wait for. */
  private create(plan: BridgePlan, made: Promise<unknown>[]): Bridge {
    const bridge: Bridge = {
      id: `${plan.kind}-${this.ari.tag}${randomUUID()}`,
      plan: { ...plan, seats: [], mouths: [] },
      mouths: new Map(),
      whisper: undefined,
    };
    this.bridges.set(bridge.id, bridge);
    const asked = this.ari.ask("POST", `/bridges/${bridge.id}`, { type: BRIDGE_TYPE }).catch((error: unknown) => {
      this.bridges.delete(bridge.id);
      throw error;
    });
    made.push(asked);
    const speaker = plan.speakerOf === undefined ? undefined : this.channels.ofSpeaker(plan.speakerOf);
    if (speaker) made.push(this.add(bridge.id, speaker));
    return bridge;
  }

  /** Brings the copies of voices up to date: what is new first, so that nobody is cut off meanwhile. */
  private async copies(bridge: Bridge, plan: BridgePlan): Promise<void> {
    bridge.plan = plan;
    const wanted = new Set(plan.mouths);
    await Promise.all([
      ...plan.mouths.filter((leg) => !bridge.mouths.has(leg)).map((leg) => this.copy(bridge, leg)),
      plan.whisperTo !== undefined && bridge.whisper === undefined ? this.whisper(bridge, plan.whisperTo) : undefined,
    ]);
    for (const [leg, channel] of bridge.mouths) {
      if (wanted.has(leg)) continue;
      bridge.mouths.delete(leg);
      await this.ari.attempt("DELETE", `/channels/${channel}`);
    }
  }

  private async copy(bridge: Bridge, leg: LegId): Promise<void> {
    const channel = await snoop(this.ari, leg, this.channels.ofLeg(leg), { spy: "in" });
    if (channel === undefined) return;
    bridge.mouths.set(leg, channel);
    await this.add(bridge.id, channel);
  }

  private async whisper(bridge: Bridge, leg: LegId): Promise<void> {
    bridge.whisper = await snoop(this.ari, leg, this.channels.ofLeg(leg), { whisper: "out" });
    if (bridge.whisper !== undefined) await this.add(bridge.id, bridge.whisper);
  }

  private async seat(leg: LegId, bridge: string): Promise<void> {
    const channel = this.channels.ofLeg(leg);
    if (channel === undefined || this.seats.get(leg) === bridge) return;
    this.seats.set(leg, bridge);
    const silence = this.silent.delete(leg) ? this.ari.attempt("DELETE", `/channels/${channel}/silence`) : undefined;
    await Promise.all([silence, this.add(bridge, channel)]);
  }

  /** It hears nothing: silence is sent, or to a device on hold not even that. */
  private async unseat(leg: LegId, held: boolean): Promise<void> {
    const channel = this.channels.ofLeg(leg);
    if (channel === undefined) return;
    const bridge = this.seats.get(leg);
    this.seats.delete(leg);
    if (bridge !== undefined) await this.ari.attempt("POST", `/bridges/${bridge}/removeChannel`, { channel });
    if (held && this.silent.delete(leg)) await this.ari.attempt("DELETE", `/channels/${channel}/silence`);
    if (held || this.silent.has(leg)) return;
    this.silent.add(leg);
    await this.ari.attempt("POST", `/channels/${channel}/silence`);
  }

  private async remove(bridge: Bridge): Promise<void> {
    this.bridges.delete(bridge.id);
    const copies = [...bridge.mouths.values(), ...(bridge.whisper === undefined ? [] : [bridge.whisper])];
    await Promise.all(copies.map((channel) => this.ari.attempt("DELETE", `/channels/${channel}`)));
    await this.ari.attempt("DELETE", `/bridges/${bridge.id}`);
  }

  private add(bridge: string, channel: string): Promise<boolean> {
    return this.ari.attempt("POST", `/bridges/${bridge}/addChannel`, { channel, absorbDTMF: true });
  }
}

function touches(plan: BridgePlan, legs: ReadonlySet<LegId>): boolean {
  return (
    plan.seats.some((leg) => legs.has(leg)) ||
    (plan.speakerOf !== undefined && legs.has(plan.speakerOf)) ||
    (plan.whisperTo !== undefined && legs.has(plan.whisperTo)) ||
    plan.mouths.some((leg) => legs.has(leg))
  );
}

/** The bridge that becomes what the plan says with the least change for those who sit in it. */
function match(plan: BridgePlan, bridges: readonly Bridge[]): Bridge | undefined {
  const alike = bridges.filter(
    ({ plan: now }) => now.kind === plan.kind && now.whisperTo === plan.whisperTo && now.speakerOf === plan.speakerOf,
  );
  if (plan.kind === "whisper" || plan.speakerOf !== undefined) return alike[0];
  const common = ({ plan: now }: Bridge): number => now.seats.filter((leg) => plan.seats.includes(leg)).length;
  const best = alike.reduce<Bridge | undefined>((a, b) => (a && common(a) >= common(b) ? a : b), undefined);
  return best && common(best) > 0 ? best : undefined;
}
