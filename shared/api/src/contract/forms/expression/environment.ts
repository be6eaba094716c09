import type { FormContext } from "../context.ts";
import type { Operand } from "./operands.ts";

/** What an expression sees, and nothing else: values of fields by their place, cells of the row it stands in, and the context. */
export interface Environment {
  readonly values: readonly Operand[];
  readonly row?: readonly Operand[];
  readonly context: FormContext;
}
export type Run = (env: Environment) => Operand;
export type RunNumber = (env: Environment) => number;
/** What a thing is, as far as it is known before it is run. */
export type OperandType = "number" | "text" | "boolean" | "list" | "rows" | "any";
