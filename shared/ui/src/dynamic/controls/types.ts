import type { CompiledField, FieldState } from "@liantai/api/forms";

/** What every control takes. What it is called, whether it must be given and what is wrong stand round it. */
export interface ControlProps {
  readonly field: CompiledField;
  readonly value: unknown;
  readonly disabled: boolean;
  /** Values of the options that rules leave. */
  readonly allowed?: FieldState["options"] | undefined;
  /** Path to what is wrong, of a table's cells. */
  readonly errors?: ReadonlyMap<string, string>;
  /** In a table: it has no label of its own. */
  readonly label?: string;
  readonly onChange: (value: unknown) => void;
}

export const textIn = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
