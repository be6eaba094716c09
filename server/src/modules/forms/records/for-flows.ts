/**
 * Fields that flows read of who is called (docs/protocol.md, G131): customer.x of the record that a popup would show first, formData.x of
 * the record that the task's number came with. There is nobody whose rights could hold: what not everybody sees whole is named, for the
 * flow keeps it to itself.
 */
import { hiddenIn, maskClassOf, valueInWords, type CompiledField, type FieldValue } from "@liantai/api/forms";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { recordOfNumber } from "../../dialling/index.ts";
import { createCompiledForms } from "../compiled.ts";
import { withDictionaries } from "../definitions/other-options.ts";
import { findForm, type FormRow } from "../definitions/repository.ts";
import type { FieldsOfCalls } from "../gathered-port.ts";
import { masked, openValues } from "./present.ts";
import { recordsOfNumber } from "./popup-repository.ts";
import { findRecord, survivorOf, type RecordRow } from "./repository.ts";
import { everything } from "./scope.ts";

type Found = RecordRow & Pick<FormRow, "roleFields"> & { readonly newest: number };

async function recordOfTask(trx: Trx, compId: string, phoneId: string): Promise<Found | undefined> {
  const id = phoneId === "" ? "" : await recordOfNumber(trx, compId, phoneId);
  const record =
    id === "" ? undefined : await findRecord(trx, compId, await survivorOf(trx, compId, id), { scope: everything });
  const form = record && (await findForm(trx, compId, record.formId));
  return form && { ...record, roleFields: form.roleFields, newest: form.version };
}

const valueOf = (field: CompiledField, value: FieldValue | undefined): string | number => {
  const text = valueInWords(field, value);
  return field.isNumber && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
};

const namesOf = (names: readonly string[], of: string): readonly string[] =>
  names.flatMap((name) => (name.startsWith(`${of}.`) ? [name.slice(of.length + 1)] : []));

export function createFieldsOfCalls({ database, logger }: Pick<Ports, "database" | "logger">): FieldsOfCalls {
  const compiled = createCompiledForms();
  const known = async (trx: Trx, compId: string, row: Found | undefined) =>
    row && { row, form: await compiled.get(trx, compId, row.formId, row.newest) };

  /** Outside of every transaction: dictionaries have a way of their own. */
  async function read(compId: string, of: string, names: readonly string[], found: Awaited<ReturnType<typeof known>>) {
    if (!found) return [];
    const { row } = found;
    const form = await withDictionaries(database, compId, found.form);
    const open = openValues(row, false, new Set());
    const veiled = new Set(Object.values(row.roleFields).flatMap((render) => [...hiddenIn(render)]));
    return names.flatMap((name) => {
      const field = form.byName.get(name);
      if (!field || !Object.hasOwn(open, name)) return [];
      const [kind, value] = [maskClassOf(field), valueOf(field, open[name] as FieldValue)];
      const mask = kind === "phone" ? masked(field, String(value)) : undefined;
      return [{ name: `${of}.${name}`, value, mask, secret: kind !== "none" || veiled.has(name) }];
    });
  }

  return async (compId, { number, phoneId }, names) => {
    const [customer, formData] = [namesOf(names, "customer"), namesOf(names, "formData")];
    try {
      const [ofNumber, ofTask] = await database.tenant(compId, async (trx) => {
        const [first] =
          customer.length > 0 && number !== "" ? await recordsOfNumber(trx, compId, number, "customer") : [];
        const task = formData.length > 0 ? await recordOfTask(trx, compId, phoneId) : undefined;
        return [await known(trx, compId, first), await known(trx, compId, task)] as const;
      });
      const found = [
        ...(await read(compId, "customer", customer, ofNumber)),
        ...(await read(compId, "formData", formData, ofTask)),
      ];
      return {
        values: Object.fromEntries(found.map(({ name, value }) => [name, value])),
        masks: Object.fromEntries(found.flatMap(({ name, mask }) => (mask === undefined ? [] : [[name, mask]]))),
        secret: found.flatMap(({ name, secret }) => (secret ? [name] : [])),
      };
    } catch (error) {
      // The caller waits: he is led on by a flow that knows nothing of him.
      logger.warn({ error, compId }, "the records of a caller were not read for his flow");
      return { values: {}, secret: [] };
    }
  };
}
