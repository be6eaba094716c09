/** The audio of legs as the SIP side asks for it: media threads of this process, or an Asterisk. */
import type { KeptState } from "../../../ports/leg-store.ts";
import type { LegId } from "../../../ports/switch.ts";
import type { MediaPool } from "./media/pool.ts";
import type { TrunkLines } from "./trunk-lines.ts";
import type { MediaEvent, MediaVerbs } from "./media/protocol.ts";

/** What a leg is asked; the other verbs are between media threads. */
export type LegVerb =
  "offer" | "answer" | "accept" | "reoffer" | "describe" | "settle" | "play" | "stopPlay" | "digits";

export interface LegMedia extends Pick<
  MediaPool,
  | "wake"
  | "stop"
  | "size"
  | "p99"
  | "cpuMs"
  | "place"
  | "close"
  | "hear"
  | "record"
  | "recordLegs"
  | "recordPause"
  | "recordStop"
  | "fork"
> {
  /** False: no leg can begin now. */
  readonly available: boolean;
  /** Its ways to the network outside; undefined: it has none. */
  readonly lines?: TrunkLines;
  /**
   * Before the first leg. Takes up the audio of legs by what was kept of them and resolves with those that have theirs; nothing is left
   * of any other. Rejects when there can be no audio.
   */
  start(kept: ReadonlyMap<LegId, KeptState>): Promise<ReadonlySet<LegId>>;
  /** What another process needs to take a leg's audio up; undefined where it ends with this one. */
  kept(leg: LegId): KeptState | undefined;
  /** Nothing is done to any leg any more. `start` may follow. */
  letGo(): Promise<void>;
  ask<V extends LegVerb>(verb: V, about: MediaVerbs[V]["ask"]): Promise<MediaVerbs[V]["reply"]>;
}

export type MakeLegMedia = (emit: (event: MediaEvent) => void) => LegMedia;
