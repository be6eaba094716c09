/** Which two legs hear each other. */
import { SwitchError, type LegId } from "../../../ports/switch.ts";
import type { MediaPool } from "./media/pool.ts";

export class Bridges {
  private readonly media: MediaPool;
  private readonly isLive: (leg: LegId) => boolean;
  private readonly peers = new Map<LegId, LegId>();

  constructor(media: MediaPool, isLive: (leg: LegId) => boolean) {
    this.media = media;
    this.isLive = isLive;
  }

  /** Whoever heard one of the two before hears nobody now. */
  async join(a: LegId, b: LegId): Promise<void> {
    if (a === b) throw new SwitchError("bad-state", "a leg cannot hear itself");
    const left = [a, b]
      .map((leg) => this.peers.get(leg))
      .filter((peer): peer is LegId => peer !== undefined && peer !== a && peer !== b);
    for (const leg of [a, b, ...left]) this.peers.delete(leg);
    this.peers.set(a, b);
    this.peers.set(b, a);
    await Promise.all([
      ...left.map((leg) => this.media.hear(leg, undefined)),
      this.media.hear(a, b),
      this.media.hear(b, a),
    ]);
  }

  async part(leg: LegId): Promise<void> {
    const peer = this.peers.get(leg);
    if (peer === undefined) return;
    this.peers.delete(leg);
    this.peers.delete(peer);
    await Promise.all([leg, peer].filter((id) => this.isLive(id)).map((id) => this.media.hear(id, undefined)));
  }
}
