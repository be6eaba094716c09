/**
 * How long the callers of skill groups will wait, by what was before: pure. The estimate is (place + 1) x mean handling time of the
 * last 20 calls / agents who may take one. How far off it was with the last 100 callers is published with it (docs/protocol.md Q9).
 */
import { estimateRules } from "@liantai/api/contract/admin";

/** Newest last. Times in ms. */
export interface WaitHistory {
  /** From an agent's answer to the end of its wrap-up. */
  readonly handled: readonly number[];
  readonly waits: readonly EstimatedWait[];
}

/** What a caller was told, and how long it waited until an agent answered. */
interface EstimatedWait {
  readonly estimateMs: number;
  readonly waitMs: number;
}

const noHistory: WaitHistory = { handled: [], waits: [] };

/** Within a second nobody has waited longer or shorter than was said. */
const leastMs = 1_000;

const errorOf = ({ estimateMs, waitMs }: EstimatedWait): number =>
  Math.abs(estimateMs - waitMs) / Math.max(leastMs, waitMs);

/** In percent, a whole number; undefined while it stands on too few callers. */
function medianError(waits: readonly EstimatedWait[]): number | undefined {
  const last = waits.slice(-estimateRules.callers);
  if (last.length < estimateRules.least) return undefined;
  const sorted = last.map(errorOf).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
  return Math.round(median * 100);
}

export class WaitEstimates {
  readonly #groups = new Map<string, WaitHistory>();

  knows(group: string): boolean {
    return this.#groups.has(group);
  }

  /** What was before anything seen here. */
  before(group: string, { handled, waits }: WaitHistory): void {
    const seen = this.#groups.get(group) ?? noHistory;
    this.#keep(group, { handled: [...handled, ...seen.handled], waits: [...waits, ...seen.waits] });
  }

  /** A call that came out of the group's queue is over, with what was to be done after it. */
  handled(group: string, ms: number): void {
    const { handled, waits } = this.#groups.get(group) ?? noHistory;
    this.#keep(group, { handled: [...handled, ms], waits });
  }

  /** Somebody answered whose wait had been estimated. */
  answered(group: string, wait: EstimatedWait): void {
    const { handled, waits } = this.#groups.get(group) ?? noHistory;
    this.#keep(group, { handled, waits: [...waits, wait] });
  }

  /** ahead: callers before this one. agents: those who may take a call. undefined: nothing to go by. */
  estimate(group: string, ahead: number, agents: number): number | undefined {
    const handled = this.#groups.get(group)?.handled ?? [];
    if (handled.length === 0 || agents === 0) return undefined;
    const mean = handled.reduce((sum, ms) => sum + ms, 0) / handled.length;
    return Math.round(((ahead + 1) * mean) / agents);
  }

  /** In percent; undefined: not known yet. */
  error(group: string): number | undefined {
    return medianError(this.#groups.get(group)?.waits ?? []);
  }

  #keep(group: string, { handled, waits }: WaitHistory): void {
    this.#groups.set(group, {
      handled: handled.slice(-estimateRules.calls),
      waits: waits.slice(-estimateRules.callers),
    });
  }
}
