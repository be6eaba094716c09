/** What compileForm makes of a definition: once a version, then read by pages, server and imports. */
import type { CompiledField, ListColumns, OtherOptions, SlotNeed } from "./compiled-field.ts";
import type { FormDefinition, FormType } from "./definition.ts";
import type { FormProgram } from "./program.ts";
import type { PlainNeed } from "./state.ts";

export interface CompiledForm {
  readonly definition: FormDefinition;
  /** Names of values that are none of its options. */
  readonly otherOptions: OtherOptions;
  readonly formId: string;
  readonly version: number;
  readonly formType: FormType;
  readonly fields: readonly CompiledField[];
  readonly byName: ReadonlyMap<string, CompiledField>;
  /** What each field needs where no other-render map says more, by its place. */
  readonly needs: readonly PlainNeed[];
  /** Its rules and formulas, built. */
  readonly program: FormProgram;
  readonly columns: ListColumns;
  readonly slots: readonly SlotNeed[];
}
