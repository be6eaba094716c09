/** Where a call to an access number goes at a moment: pure, so that the engine, the tester of 接入号设置 and the tests ask the same. */
import { appliesAt, type TargetKind, type WorkingTime } from "@liantai/api/contract/admin";

export interface NumberTarget {
  readonly kind: TargetKind;
  /** Id of the group, queue or voice; number of the seat or extension; '' for none and hangup. */
  readonly id: string;
  /** Spoken before; '' none. */
  readonly greeting: string;
  /** Voice played before instead of the text; '' none. */
  readonly greetingVoice: string;
}

export interface NumberRule {
  /** From 1; smaller comes first. */
  readonly position: number;
  readonly timeRuleId: string;
  readonly timeRuleName: string;
  readonly time: WorkingTime;
  readonly target: NumberTarget;
}

/** An access number as it is set up. */
export interface NumberConfig {
  readonly compId: string;
  readonly number: string;
  readonly title: string;
  readonly enabled: boolean;
  /** Calls at the same time; 0: no limit. */
  readonly concurrency: number;
  /** 1: its calls are recorded by themselves; 0: by hand. */
  readonly recordMode: number;
  /** Minutes that its callers count as waited longer. */
  readonly priorityMin: number;
  readonly rules: readonly NumberRule[];
  /** When no rule applies. */
  readonly fallback: NumberTarget;
}

export interface ResolvedTarget {
  readonly target: NumberTarget;
  /** Undefined: the fallback. */
  readonly rule?: NumberRule;
  /** What was asked, in order, and what it said. */
  readonly steps: readonly {
    readonly position: number;
    readonly name: string;
    readonly applies: boolean;
    readonly reason: string;
  }[];
}

/** The first rule whose time rule applies at `now` (ms since 1970), else the fallback. Rules may come in any order. */
export function resolveTarget(config: Pick<NumberConfig, "rules" | "fallback">, now: number): ResolvedTarget {
  const steps: ResolvedTarget["steps"][number][] = [];
  for (const rule of [...config.rules].sort((a, b) => a.position - b.position)) {
    const { applies, reason } = appliesAt(rule.time, now);
    steps.push({ position: rule.position, name: rule.timeRuleName, applies, reason });
    if (applies) return { target: rule.target, rule, steps };
  }
  return { target: config.fallback, steps };
}
