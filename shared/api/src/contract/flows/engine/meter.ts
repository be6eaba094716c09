/**
 * What reckoning may cost: the expressions, patterns, texts and rows of one step together (docs/protocol.md G53). Each of them is bounded
 * by itself; a node may have hundreds of them, and a loop may come to it again and again. Reckoned and not measured: a replay ends where
 * the call did.
 */
import type { Value, Values } from "./session.ts";
import type { Cost, Tools } from "./tools.ts";

/** Of one step; and of all steps of a test or a replay, which are made in one go. */
export const mostCost = { step: 100_000, call: 500_000 } as const;
/** Characters that one of them can be made of, or compared with, for 1. */
const characters = 250;

/** Its step ends the flow as `loop`. */
export class TooCostly extends Error {}

export class Meter implements Tools {
  readonly #tools: Tools;
  #left: number;
  #known: Set<string> | undefined;

  constructor(tools: Tools, most: number) {
    this.#tools = tools;
    this.#left = most;
  }

  get costs(): Tools["costs"] {
    return this.#tools.costs;
  }

  get entering(): Tools["entering"] {
    return this.#tools.entering;
  }

  evaluate(expression: string, vars: Values): { readonly value: Value } | { readonly error: string } {
    const { costs } = this.#tools;
    if (!costs) return this.#tools.evaluate(expression, vars);
    this.#reckon(expression, costs.evaluate(expression));
    const before = costs.matched();
    const found = this.#tools.evaluate(expression, vars);
    this.#take(costs.matched() - before);
    return found;
  }

  matches(pattern: string, text: string): boolean {
    const { costs } = this.#tools;
    if (costs) this.#reckon(pattern, costs.matches(pattern, text));
    return this.#tools.matches(pattern, text);
  }

  /** Of a text that was made or compared. Throws TooCostly. */
  read(length: number): void {
    this.spend(1 + Math.floor(length / characters));
  }

  spend(cost: number): void {
    this.#take(cost);
    this.#tools.spend?.(cost);
  }

  #reckon(text: string, { first, each }: Cost): void {
    this.#known ??= new Set();
    this.#take(this.#known.has(text) ? each : first + each);
    this.#known.add(text);
  }

  #take(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new TooCostly("too much to reckon");
  }
}
