/** What nobody typed into a new record and the server fills. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  isEmptyValue,
  phoneFieldOf,
  renderWithout,
  type CompiledField,
  type CompiledForm,
} from "@liantai/api/forms";
import type { FormsDeps } from "../deps.ts";
import { farSide } from "./popup-repository.ts";
import type { Prepared } from "./preparing.ts";

/** Nobody may type into it, but the server may. */
const takes = (field: CompiledField | undefined): boolean =>
  field?.type === "input" && !field.hidden && !field.computed;

/** Of a record that is made in a call without a number: the call's. Who may not see it could not type it (inventory B33). */
export async function withNumber(
  deps: Pick<FormsDeps, "ports">,
  compId: string,
  form: CompiledForm,
  given: RecordValues,
  callId?: string,
) {
  const field = phoneFieldOf(form);
  if (!callId || !field || !isEmptyValue(given[field.name])) return given;
  const number = await deps.ports.database.tenant(compId, (trx) => farSide(trx, compId, callId));
  return number === "" ? given : { ...given, [field.name]: number };
}

/** With what is known beside it, in text fields of these names that nothing was typed into. */
export function withKnown(
  form: CompiledForm,
  given: RecordValues,
  known: Readonly<Record<string, string>>,
): RecordValues {
  const more = Object.entries(known).filter(
    ([name, text]) => text !== "" && takes(form.byName.get(name)) && isEmptyValue(given[name]),
  );
  return { ...given, ...Object.fromEntries(more) };
}

/** What nobody typed and the server fills is not held against the writer's role: the call's number, the next code. */
export function leftToServer(
  prepared: Prepared,
  typed: RecordValues,
  form?: CompiledForm,
  known: Readonly<Record<string, string>> = {},
): Prepared {
  const code = form && codeFieldOf(form);
  const filled = Object.keys(prepared.given)
    .concat(code ? [code.name] : [])
    .filter((name) => isEmptyValue(typed[name]));
  // What is known is held against no lock of the form either.
  const open = filled.filter((name) => Object.hasOwn(known, name)).map((name) => [name, { enable: true }]);
  const otherRender = { ...renderWithout(prepared.otherRender, new Set(filled)), ...Object.fromEntries(open) };
  return { ...prepared, otherRender };
}
