/** Times in a state that a person may be warned of. */
import type { LiveAgent } from "@liantai/api/contract/admin";
import type { StateTone } from "@liantai/ui";
import type { Watched } from "@liantai/ui/resource";
import { toneOf } from "../../home/parts/timeline-model.ts";

export const watched: readonly Watched[] = [
  { id: "ringing", name: "振铃时长", unit: "seconds", worse: "more" },
  { id: "talking", name: "通话时长", unit: "seconds", worse: "more" },
  { id: "wrapUp", name: "话后时长", unit: "seconds", worse: "more" },
  { id: "busy", name: "忙碌时长", unit: "seconds", worse: "more" },
  { id: "ready", name: "空闲时长", unit: "seconds", worse: "more" },
];

/** A held talk is a talk. */
export const watchedTone = (code: number): StateTone => (toneOf(code) === "held" ? "talking" : toneOf(code));

/** s in its state, if that is the one that is watched. */
export const secondsIn = (agent: LiveAgent, state: string, now: number): number | null =>
  watchedTone(agent.code) === state && agent.since > 0 ? Math.floor((now - agent.since) / 1_000) : null;
