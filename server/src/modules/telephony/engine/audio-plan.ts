/** A call's audio in the words of the switch. */
import type { AudioPlan, Hearing } from "../../../ports/switch.ts";
import type { Call, Heard } from "../call/types.ts";

const ringback = [
  { kind: "tone", hz: 450, ms: 1_000 },
  { kind: "silence", ms: 4_000 },
] as const;

/** What the switch is told of what a leg hears. usual: no files. */
function hearingOf(heard: Heard, usual: boolean): Hearing {
  if (heard.kind === "legs") return heard;
  if (heard.kind === "ringback") return { kind: "sources", sources: ringback };
  const path = usual ? undefined : heard.path;
  return { kind: "sources", sources: [path === undefined ? { kind: "music" } : { kind: "file", path }] };
}

export const planOf = ({ hearings }: Call, usual = false): AudioPlan =>
  new Map(Object.entries(hearings).map(([leg, heard]) => [leg, hearingOf(heard, usual)]));
