/** A definition as it is typed: read, looked at, or refused with its faults by field. Pure. */
import { AppError, type FieldError } from "@liantai/api/contract";
import { contactFaults, contactFormId } from "@liantai/api/contract/workorder";
import {
  defaultFields,
  readDefinition,
  systemFaults,
  validateDefinition,
  type DefinitionFault,
  type FormDefinition,
  type FormType,
} from "@liantai/api/forms";

const shownFaults = 50;

/** 'invalid' with the faults at their places: fields.KEY.attribute, ext.rules. */
export function definitionRefusal(faults: readonly DefinitionFault[]): AppError {
  const fields: FieldError[] = faults.slice(0, shownFaults).map(({ field, attribute, message }) => ({
    path: field === undefined ? (attribute ?? "fields") : ["fields", field, attribute].filter(Boolean).join("."),
    message,
  }));
  return new AppError(
    "invalid",
    faults
      .slice(0, 3)
      .map(({ message }) => message)
      .join("；"),
    { fields },
  );
}

export interface TypedDefinition {
  readonly name: string;
  readonly fields?: unknown;
  readonly ext?: unknown;
}

/** `published`: the version before, whose system fields stay. A draft may have gaps, not a wrong shape. */
export function definitionOf(
  typed: TypedDefinition,
  of: { readonly formId: string; readonly version: number; readonly formType: FormType },
  { published, draft = false }: { readonly published?: FormDefinition | undefined; readonly draft?: boolean } = {},
): FormDefinition {
  const fields = typed.fields ?? published?.fields ?? defaultFields(of.formType);
  const { definition, faults } = readDefinition({
    ...of,
    name: typed.name,
    fields,
    ...(typed.ext === undefined || typed.ext === null ? {} : { ext: typed.ext }),
  });
  if (!definition) throw definitionRefusal(faults);
  if (draft) return definition;
  const more = [
    ...validateDefinition(definition),
    ...(published ? systemFaults(published, definition) : []),
    ...(of.formId === contactFormId ? contactFaults(definition) : []),
  ];
  if (more.length > 0) throw definitionRefusal(more);
  return definition;
}
