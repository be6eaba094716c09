/** What is known of a leg whose audio is in Asterisk. */
import type { KeptState } from "../../../ports/leg-store.ts";
import type { LegId } from "../../../ports/switch.ts";
import { textOf } from "../../embedded/switch/kept.ts";
import type { Player } from "../../embedded/switch/media/player.ts";
import type { AriChannel } from "./ari.ts";
import type { Speaker } from "./speaker.ts";

export interface Leg {
  readonly id: LegId;
  channel: string | undefined;
  /** Asterisk would say BYE to the process before: the end of its channel says that it is over. */
  takenUp: boolean;
  /** Name of the audio section in Asterisk's offer. */
  mid: string;
  /** What the device was told last. */
  described: string;
  hearing: readonly LegId[];
  /** Grows with every plan. */
  turn: number;
  /** Hold music and the like, while nothing is played. */
  background: Player | undefined;
  playing: Player | undefined;
  speaker: Speaker | undefined;
  /** The device holds the call: it wants to hear nothing, and what it says is heard. */
  held: boolean;
  /** The last key that was told, and when its end was. */
  press: { readonly digit: string; readonly at: number } | undefined;
  /** Whom it hears by the bridges as they are. */
  applied: readonly LegId[];
}

export const newLeg = (id: LegId): Leg => ({
  id,
  channel: undefined,
  takenUp: false,
  mid: "0",
  described: "",
  hearing: [],
  turn: 0,
  background: undefined,
  playing: undefined,
  speaker: undefined,
  held: false,
  press: undefined,
  applied: [],
});

/** Of those that were kept the ones whose channel is there. */
export function legsThatLive(
  kept: ReadonlyMap<LegId, KeptState>,
  channels: readonly AriChannel[],
): (Leg & { readonly channel: string })[] {
  const there = new Set(channels.map(({ id }) => id));
  return [...kept].flatMap(([id, state]) => {
    const [channel, mid, described] = [textOf(state, "channel"), textOf(state, "mid"), textOf(state, "described")];
    return there.has(channel) ? [{ ...newLeg(id), channel, mid, described, held: state["held"] === true }] : [];
  });
}
