/** Which access number a call of a task shows (inventory dialling.md B16, D5). Pure. */
import type { TaskDisplay } from "@liantai/api/contract/admin";

export interface Shown {
  readonly number: string;
  readonly concurrency: number;
  /** '' : it is shown. */
  readonly rests: string;
}

export interface ShownAsked {
  readonly mode: TaskDisplay;
  readonly numbers: readonly Shown[];
  /** Lines in use. */
  readonly live: (number: string) => number;
  /** Counts calls, for taking turns. */
  readonly turn: number;
  /** City of a number; '' where nobody knows. */
  readonly cityOf: (number: string) => string;
  readonly callee: string;
  /** Shown when the callee answered last. */
  readonly last?: string | undefined;
}

/** undefined: all rest or are full. */
export function chooseShown({ mode, numbers, live, turn, cityOf, callee, last }: ShownAsked): string | undefined {
  const free = numbers.filter(
    ({ number, concurrency, rests }) => rests === "" && (concurrency === 0 || live(number) < concurrency),
  );
  const [first] = free;
  if (!first) return undefined;
  const inTurn = free[turn % free.length] ?? first;
  switch (mode) {
    case "fixed":
      return first.number;
    case "turn":
      return inTurn.number;
    case "last":
      return (free.find(({ number }) => number === last) ?? inTurn).number;
    case "sameCity": {
      const city = cityOf(callee);
      const near = city === "" ? [] : free.filter(({ number }) => cityOf(number) === city);
      return (near[turn % Math.max(1, near.length)] ?? inTurn).number;
    }
  }
}
