/** What look-up fields of a record refer to, those in its tables too: records of the kind and the form that the field asks for. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import { isRecord, type CompiledField, type CompiledForm, type LookupSpec } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { referredTo } from "./lookup-repository.ts";

export interface Reference {
  /** Of the value: who, or rows[2].who. */
  readonly path: string;
  readonly label: string;
  /** The field, whatever row it stands in. */
  readonly place: string;
  readonly id: string;
  readonly spec: LookupSpec;
}

const own = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : undefined;

function referenceIn(field: CompiledField, value: unknown, path: string, place: string): Reference[] {
  const spec = field.type === "lookup" ? field.field.ext?.lookup : undefined;
  return spec && isRecord(value) && typeof value.id === "string"
    ? [{ path, label: field.label, place, id: value.id, spec }]
    : [];
}

export function referencesIn(form: CompiledForm, values: RecordValues): readonly Reference[] {
  return form.fields.flatMap((field) => {
    const { name, type, columns } = field;
    const value = own(values, name);
    if (type !== "rows" || !Array.isArray(value)) return referenceIn(field, value, name, name);
    const lookups = columns.filter((column) => column.type === "lookup");
    return (value as readonly unknown[]).flatMap((row, at) =>
      lookups.flatMap((column) =>
        isRecord(row)
          ? referenceIn(column, own(row, column.name), `${name}[${at}].${column.name}`, `${name}.${column.name}`)
          : [],
      ),
    );
  });
}

/** Of these those that refer to nothing that their field could mean. */
export async function strangeAmong(
  trx: Trx,
  compId: string,
  references: readonly Reference[],
): Promise<readonly Reference[]> {
  const key = ({ spec: { to, formId = "" } }: Reference) => `${to}/${formId}`;
  const known = new Map<string, ReadonlySet<string>>();
  for (const one of references) {
    if (known.has(key(one))) continue;
    const alike = references.filter((other) => key(other) === key(one)).map(({ id }) => id);
    known.set(key(one), await referredTo(trx, compId, one.spec, alike));
  }
  return references.filter((one) => !known.get(key(one))?.has(one.id));
}
