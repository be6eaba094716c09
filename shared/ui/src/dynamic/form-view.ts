/** What a form and its fields draw, and what a form is made of. */
import type { CompiledForm, FieldState, FormContext, FormValues, GivenValues } from "@liantai/api/forms";
import type { KnownChoices } from "./sources.ts";

/** What one field draws: another object when something of it is another. */
export interface FieldView {
  readonly state: FieldState;
  /** What stands in the control: what was typed, as it was typed. */
  readonly value: unknown;
  /** By path: the field's own key, or a cell's (goods[1].price). */
  readonly errors: ReadonlyMap<string, string>;
}

export interface FormView {
  readonly dirty: boolean;
  /** Above the form: warnings that name no field, refusals that no field can say. */
  readonly warnings: readonly string[];
  readonly refusals: readonly string[];
  /** How many fields are in error. */
  readonly faults: number;
}

export interface StoreOptions {
  readonly form: CompiledForm;
  /** Of a new record: what it begins with beyond its defaults. Of one that is kept: nothing, it stands in `stored`. */
  readonly typed?: GivenValues;
  /** Of `typed`, what is no change of this person's. Absent: all of it. */
  readonly before?: ReadonlySet<string>;
  readonly stored?: FormValues;
  /** now, me, otherRender ... `stored` and choices are the store's own. */
  readonly context?: Partial<FormContext>;
  readonly choices: KnownChoices;
}

/** Whether a look-up of the form fills the field in: a mask there is the server's to tell the whole of. */
export const lookupFills = (form: CompiledForm, name: string): boolean =>
  form.fields
    .flatMap((field) => [field, ...field.columns])
    .some(({ field: { ext } }) => Object.hasOwn(ext?.lookup?.fills ?? {}, name));
