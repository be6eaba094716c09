/** What a flow gathered for the form it names (inventory flows B7). */
import type { FlowState, Program, Values } from "@liantai/api/flows";
import type { CallFact } from "../../event-log/index.ts";

export type Gathered = Omit<Extract<CallFact, { type: "flowGathered" }>, "type" | "name">;

/** Values by field; what was never said is absent, and secrets are named and left out. undefined: nothing to write. */
export function gatheredFor({ flowId, form }: Program, { vars, secret }: FlowState): Gathered | undefined {
  if (!form) return undefined;
  const wanted = Object.entries(form.fields).filter(([name]) => Object.hasOwn(vars, name) && vars[name] !== "");
  const hidden = wanted.filter(([name]) => secret.includes(name)).map(([, field]) => field);
  const values: Values = Object.fromEntries(
    wanted.filter(([name]) => !secret.includes(name)).map(([name, field]) => [field, vars[name]!]),
  );
  if (Object.keys(values).length === 0 && hidden.length === 0) return undefined;
  return { flowId, formId: form.id, values, ...(hidden.length > 0 ? { secret: hidden } : {}) };
}
