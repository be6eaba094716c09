/**
 * Limits of custom statuses: pure. Whether a seat may enter one now, and what follows when it stays too long. Who may use it
 * at all is statuses/service.ts' matter.
 */

import { minuteMs } from "@liantai/api/contract";
/** 0 in a limit: none. */
export interface StatusLimits {
  readonly maxAtOnce: number;
  readonly maxAtOnceGroup: number;
  readonly maxMinutes: number;
  readonly maxPerDay: number;
  readonly overEntry: "refuse" | "warn";
  readonly overTime: "warn" | "ready" | "busy";
}

/** How the status is used at the moment of entering, without the seat that enters. */
export interface StatusUse {
  readonly atOnce: number;
  /** Of the seat's group; 0 for a seat without one. */
  readonly atOnceGroup: number;
  /** Times the seat entered it today, before this one. */
  readonly today: number;
}

export type Entry =
  | { readonly kind: "refused"; readonly message: string }
  | {
      readonly kind: "entered";
      /** For the agent and its monitors; undefined: nothing is over. */
      readonly warning: string | undefined;
      /** Epoch ms when it lasts too long; undefined: it may last. */
      readonly endsAt: number | undefined;
    };

/** The first count that is over, in words. */
function over(name: string, limits: StatusLimits, use: StatusUse): string | undefined {
  if (limits.maxAtOnce > 0 && use.atOnce >= limits.maxAtOnce)
    return `已有${use.atOnce}人处于“${name}”，最多允许${limits.maxAtOnce}人`;
  if (limits.maxAtOnceGroup > 0 && use.atOnceGroup >= limits.maxAtOnceGroup)
    return `本组已有${use.atOnceGroup}人处于“${name}”，每组最多允许${limits.maxAtOnceGroup}人`;
  if (limits.maxPerDay > 0 && use.today >= limits.maxPerDay)
    return `今日已使用“${name}”${use.today}次，每日最多${limits.maxPerDay}次`;
  return undefined;
}

export function enter(name: string, limits: StatusLimits, use: StatusUse, now: number): Entry {
  const fault = over(name, limits, use);
  if (fault !== undefined && limits.overEntry === "refuse") return { kind: "refused", message: fault };
  return {
    kind: "entered",
    warning: fault,
    endsAt: limits.maxMinutes > 0 ? now + limits.maxMinutes * minuteMs : undefined,
  };
}

export interface Overtime {
  /** What happens to the seat. */
  readonly then: "stay" | "ready" | "busy";
  readonly message: string;
}

/** The time is up. */
export function overtime(name: string, { maxMinutes, overTime }: StatusLimits): Overtime {
  const said = `“${name}”已超过${maxMinutes}分钟`;
  switch (overTime) {
    case "warn":
      return { then: "stay", message: `${said}，请尽快恢复工作` };
    case "ready":
      return { then: "ready", message: `${said}，已自动置闲` };
    case "busy":
      return { then: "busy", message: `${said}，已自动转为忙碌` };
  }
}
