/** What the engine is given to reckon with: pure, and the server's (CEL and RE2; decision 078). */
import type { FlowState, Value, Values } from "./session.ts";

export interface Tools {
  /** An expression over the variables. `error`: a sentence for people. */
  evaluate(expression: string, vars: Values): { readonly value: Value } | { readonly error: string };
  /** RE2 semantics; false for a pattern that is none. */
  matches(pattern: string, text: string): boolean;
  /** Told at each node that is entered, for who looks on (a replay). The state is as it is at that moment. */
  readonly entering?: (state: FlowState) => void;
}

/** For what needs neither. */
export const noTools: Tools = {
  evaluate: () => ({ error: "此处不能计算表达式" }),
  matches: () => false,
};
