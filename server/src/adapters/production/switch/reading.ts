/** Bridges as they are kept in mind, and those of a process before, read from Asterisk. Pure. */
import type { LegId } from "../../../ports/switch.ts";
import type { AriBridge } from "./ari.ts";
import { snoopOf } from "./snoop.ts";
import type { BridgePlan } from "./topology.ts";

export interface Bridge {
  readonly id: string;
  plan: BridgePlan;
  /** Copies of what legs say that sound here: leg -> channel. */
  readonly mouths: Map<LegId, string>;
  whisper: string | undefined;
}

const kinds = ["core", "ear", "whisper"] as const;

/** Undefined where no leg that lives sits in it, is heard in it or is whispered to by it. */
export function readBridge({ id, channels }: AriBridge, legOf: ReadonlyMap<string, LegId>): Bridge | undefined {
  const kind = kinds.find((each) => id.startsWith(`${each}-`));
  if (!kind) return undefined;
  const lives = new Set(legOf.values());
  const seats: LegId[] = [];
  const mouths = new Map<LegId, string>();
  let whisper: string | undefined;
  let whisperTo: LegId | undefined;
  for (const channel of channels) {
    const seat = legOf.get(channel);
    const copy = snoopOf(channel);
    if (seat !== undefined) seats.push(seat);
    else if (copy?.way === "in" && lives.has(copy.leg)) mouths.set(copy.leg, channel);
    else if (copy?.way === "out" && lives.has(copy.leg)) [whisper, whisperTo] = [channel, copy.leg];
  }
  if (seats.length === 0 && (whisperTo === undefined || mouths.size === 0)) return undefined;
  const plan: BridgePlan = {
    kind,
    seats,
    mouths: [...mouths.keys()],
    ...(whisperTo === undefined ? {} : { whisperTo }),
  };
  return { id, plan, mouths, whisper };
}
