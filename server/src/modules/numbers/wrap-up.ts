/** What a skill group wants after a call (Q8), as its agents' calls know it. */
import type { WrapUpMode } from "@liantai/api/contract/admin";
import type { WrapUpRules } from "./call-plan/types.ts";

interface Settings {
  readonly wrapUpMode: WrapUpMode;
  readonly wrapUpS: number;
  readonly wrapUpExtendS: number;
}

const ends = { none: "either", optional: "either", timed: "time", untilFinished: "agent" } as const;

export const wrapUpRules = ({ wrapUpMode, wrapUpExtendS }: Omit<Settings, "wrapUpS">): WrapUpRules => ({
  ends: ends[wrapUpMode],
  extendMs: wrapUpExtendS * 1_000,
});

/** Without a limit it is as long as the agent takes: any length but none stands for it. */
export const wrapUpMs = ({ wrapUpMode, wrapUpS }: Omit<Settings, "wrapUpExtendS">): number =>
  wrapUpMode === "none" ? 0 : (wrapUpMode === "untilFinished" ? Math.max(1, wrapUpS) : wrapUpS) * 1_000;
