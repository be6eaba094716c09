/**
 * Which bridges let every leg hear what its plan says. Pure. A bridge lets all its members hear each other, so legs that hear each
 * other share one (a core). What does not fit is led past it: a leg that hears others, or its loudspeaker, without being heard
 * has a bridge for its own ear with copies of their voices in it, and a member of a core that hears more is whispered to. Nobody
 * is muted in a bridge, for Asterisk then has no copy of his voice either.
 */
import type { LegId } from "../../../ports/switch.ts";

/** What a leg hears now: other legs, or its loudspeaker (a playback, hold music). Neither: silence. */
export interface Ear {
  readonly leg: LegId;
  readonly hears: readonly LegId[];
  readonly speaker: boolean;
  /** Its device wants no audio at all. */
  readonly held: boolean;
}

export interface BridgePlan {
  readonly kind: "core" | "ear" | "whisper";
  /** Members by their own channel. Of an ear: its leg. Of a whisper: none. */
  readonly seats: readonly LegId[];
  /** Legs that are heard here and sit elsewhere: a copy of what they say. */
  readonly mouths: readonly LegId[];
  /** Whom a whisper is for. */
  readonly whisperTo?: LegId;
  /** Whose loudspeaker sounds here. */
  readonly speakerOf?: LegId;
}

/** Whether two legs share a core already, who would notice a move. */
type Together = (a: LegId, b: LegId) => boolean;

export function planBridges(ears: readonly Ear[], together: Together = () => false): BridgePlan[] {
  const heard = new Map(ears.map((ear) => [ear.leg, new Set(ear.speaker || ear.held ? [] : ear.hears)]));
  const rest = new Set(ears.filter(({ leg }) => heard.get(leg)?.size).map(({ leg }) => leg));
  const plans: BridgePlan[] = [];
  for (let core = bestCore(rest, heard, together); core; core = bestCore(rest, heard, together)) {
    plans.push(...around(core, heard));
    for (const leg of core) rest.delete(leg);
  }
  for (const { leg, speaker, held } of ears) {
    if (speaker) plans.push({ kind: "ear", seats: held ? [] : [leg], mouths: [], speakerOf: leg });
    else if (rest.has(leg)) plans.push({ kind: "ear", seats: [leg], mouths: [...heard.get(leg)!] });
  }
  return plans;
}

type Heard = ReadonlyMap<LegId, ReadonlySet<LegId>>;

/** The core, and a whisper to each member that hears more than is said in it. */
function around(core: readonly LegId[], heard: Heard): BridgePlan[] {
  const inside = new Set(core);
  const outside = new Set(core.flatMap((leg) => [...heard.get(leg)!]).filter((leg) => !inside.has(leg)));
  const mouths = [...outside].filter((leg) => core.every((member) => heard.get(member)!.has(leg)));
  const whispers = core.flatMap((leg): BridgePlan[] => {
    const more = [...heard.get(leg)!].filter((other) => outside.has(other) && !mouths.includes(other));
    return more.length === 0 ? [] : [{ kind: "whisper", seats: [], mouths: more, whisperTo: leg }];
  });
  return [{ kind: "core", seats: core, mouths }, ...whispers];
}

/** Of the circles of legs that hear each other the largest; of two as large the one that moves fewer. */
function bestCore(legs: ReadonlySet<LegId>, heard: Heard, together: Together): readonly LegId[] | undefined {
  const mutual = (a: LegId, b: LegId): boolean => Boolean(heard.get(a)?.has(b) && heard.get(b)?.has(a));
  const all = [...legs];
  let best: { readonly core: readonly LegId[]; readonly staying: number } | undefined;
  for (const [i, first] of all.entries())
    for (const second of all.slice(i + 1)) {
      if (!mutual(first, second)) continue;
      const core = [first, second];
      for (const other of all) if (core.every((leg) => leg !== other && mutual(leg, other))) core.push(other);
      if (core.length === all.length) return core;
      const staying = core.filter((leg) => core.some((other) => other !== leg && together(leg, other))).length;
      if (!best || core.length > best.core.length || (core.length === best.core.length && staying > best.staying))
        best = { core, staying };
    }
  return best?.core;
}
