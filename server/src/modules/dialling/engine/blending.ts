/**
 * Whether the agents of a task take calls that come in beside it (D9): inbound first where its service level is too low, and never more of
 * the agents' time than the task can spare. Pure. Both limits have a margin, so that seats are not read anew at every call.
 */
import type { TaskSettings } from "@liantai/api/contract/admin";
import { minuteMs } from "@liantai/api/contract";

/** Calls that came into the groups of the task's agents lately: all that were answered, given up or wait too long, and those in time. */
export interface ServiceLevel {
  readonly calls: number;
  readonly inTime: number;
}

export interface BlendAsked {
  readonly settings: Pick<TaskSettings, "blending" | "blendBelow" | "blendMost">;
  /** The task dials nothing now. */
  readonly waits: boolean;
  /** As it was decided last. */
  readonly takes: boolean;
  readonly level: ServiceLevel;
  /** Of the agents' time, 0 to 1. */
  readonly inbound: number;
}

export interface Blend {
  readonly takes: boolean;
  readonly reason: string;
}

/** Once begun it goes on until the service level is so much better, percent. */
const levelMargin = 5;
/** Once at its bound it begins again at this part of it. */
const shareMargin = 0.8;

const pct = (share: number): number => Math.round(share * 100);

export function blend({ settings, waits, takes, level, inbound }: BlendAsked): Blend {
  const { blending, blendBelow = 0, blendMost = 100 } = settings;
  if (blending === "off") return { takes: false, reason: "" };
  if (waits) return { takes: true, reason: "接呼入：任务当前不拨打" };
  if (blending === "idle") return { takes: false, reason: "不接呼入：任务有号码可拨" };
  const most = takes ? blendMost : blendMost * shareMargin;
  if (blendMost < 100 && inbound * 100 >= most)
    return { takes: false, reason: `不接呼入：呼入已占坐席时间${pct(inbound)}%，上限${blendMost}%` };
  if (blendBelow === 0) return { takes: true, reason: "接呼入：呼入优先" };
  const share = level.calls === 0 ? 1 : level.inTime / level.calls;
  const bound = takes ? blendBelow + levelMargin : blendBelow;
  const figures = `呼入服务水平${pct(share)}%（${level.inTime}/${level.calls}）`;
  return level.calls > 0 && share * 100 < bound
    ? { takes: true, reason: `接呼入：${figures}，要求${blendBelow}%` }
    : { takes: false, reason: `不接呼入：${level.calls === 0 ? "近期没有呼入" : `${figures}，达到${blendBelow}%`}` };
}

/** So long ago counts for a half. */
const halfLifeMs = 15 * minuteMs;
/** What is known of the past is forgotten at once when nobody has looked for so long. */
const gapMs = 5_000;

/** How much of their time the agents of a task were in calls that are not the task's. */
export class InboundShare {
  #at: number | undefined;
  #inbound = 0;
  #all = 0;
  #agents = 0;
  #others = 0;

  /** agents: signed in to the task and not away; others: of them in calls of others. Gives the share. */
  sees(now: number, agents: number, others: number): number {
    const passed = Math.min(gapMs, now - (this.#at ?? now));
    const fade = 0.5 ** (passed / halfLifeMs);
    this.#inbound = this.#inbound * fade + this.#others * passed;
    this.#all = this.#all * fade + this.#agents * passed;
    this.#at = now;
    this.#agents = agents;
    this.#others = others;
    return this.#all > 0 ? this.#inbound / this.#all : 0;
  }
}
