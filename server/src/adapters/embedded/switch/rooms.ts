/** Who hears whom, room by room; the media threads are told what changes. */
import { SwitchError, type AudioPlan, type Hearing, type LegId } from "../../../ports/switch.ts";
import type { LegMedia } from "./leg-media.ts";

type FindLeg = (leg: LegId) => { readonly answered: boolean } | undefined;

export class Rooms {
  private readonly media: Pick<LegMedia, "hear">;
  private readonly find: FindLeg;
  private readonly rooms = new Map<string, Map<LegId, Hearing>>();
  private readonly roomOf = new Map<LegId, string>();

  constructor(media: Pick<LegMedia, "hear">, find: FindLeg) {
    this.media = media;
    this.find = find;
  }

  async arrange(room: string, plan: AudioPlan): Promise<void> {
    const here = [...plan].filter(([leg]) => this.find(leg) !== undefined);
    for (const [leg] of here) this.check(leg);
    const before = this.rooms.get(room) ?? new Map<LegId, Hearing>();
    const after = new Map(here);
    const changes: [LegId, Hearing | undefined][] = [];
    for (const leg of before.keys())
      if (!after.has(leg)) {
        this.roomOf.delete(leg);
        changes.push([leg, undefined]);
      }
    for (const [leg, hearing] of here) {
      if (this.roomOf.get(leg) !== room) this.leave(leg);
      else if (same(before.get(leg), hearing)) continue;
      this.roomOf.set(leg, room);
      changes.push([leg, hearing]);
    }
    if (after.size > 0) this.rooms.set(room, after);
    else this.rooms.delete(room);
    await settled(changes.map(([leg, hearing]) => this.media.hear(leg, hearing)));
  }

  /** The leg is gone; whoever heard it hears silence in its place. */
  ended(leg: LegId): void {
    this.leave(leg);
    this.roomOf.delete(leg);
  }

  letGo(): void {
    this.rooms.clear();
    this.roomOf.clear();
  }

  private leave(leg: LegId): void {
    const room = this.roomOf.get(leg);
    if (room === undefined) return;
    const plan = this.rooms.get(room);
    plan?.delete(leg);
    if (plan?.size === 0) this.rooms.delete(room);
  }

  private check(leg: LegId): void {
    if (!this.find(leg)?.answered) throw new SwitchError("bad-state", "the leg is not answered");
  }
}

const same = (a: Hearing | undefined, b: Hearing): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** Waits for all; the first error that is not about a leg that went meanwhile. */
async function settled(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work))
    if (result.status === "rejected" && !(result.reason instanceof SwitchError && result.reason.code === "leg-gone"))
      throw result.reason;
}
