/** What the engine is given to reckon with: pure, and the server's (CEL and RE2; decision 078). */
import type { FlowState, Value, Values } from "./session.ts";

/** In microseconds or so. first: once more where it is new to the step, to read it. */
export interface Cost {
  readonly first: number;
  readonly each: number;
}

/** What the tools take; made of what they are given alone, so that a replay has the same. */
export interface Costs {
  /** Without the patterns in it. */
  evaluate(expression: string): Cost;
  matches(pattern: string, text: string): Cost;
  /** Patterns in expressions, all that were matched so far. */
  matched(): number;
}

export interface Tools {
  /** An expression over the variables. `error`: a sentence for people. */
  evaluate(expression: string, vars: Values): { readonly value: Value } | { readonly error: string };
  /** RE2 semantics; false for a pattern that is none. */
  matches(pattern: string, text: string): boolean;
  /** Absent: nothing worth counting. */
  readonly costs?: Costs | undefined;
  /** What else is reckoned within the same bounds (meter.ts); throws where there is no more. */
  spend?(cost: number): void;
  /** Told at each node that is entered, for who looks on (a replay). The state is as it is at that moment. */
  readonly entering?: ((state: FlowState) => void) | undefined;
}

/** For what needs neither. */
export const noTools: Tools = {
  evaluate: () => ({ error: "此处不能计算表达式" }),
  matches: () => false,
};
