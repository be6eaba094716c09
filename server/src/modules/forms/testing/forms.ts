/** Forms and records as tests make them, through the interface. */
import { customerFormConfApi, customerFormDataApi, type RecordValues } from "@liantai/api/contract/workorder";
import type { FormField, FormType } from "@liantai/api/forms";
import type { Office, Person } from "../../../testing/office.ts";

export const input = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  type: "input",
  name,
  label,
  ...more,
});

let made = 0;

/** A form of these fields, published. */
export async function addForm(
  person: Person,
  fields: readonly FormField[],
  formType: FormType = "customer",
): Promise<string> {
  const name = `表单${(made += 1)}`;
  return (await person.call(customerFormConfApi.add, { body: { name, formType, fields } })).id;
}

export const addRecord = (person: Person, formId: string, values: RecordValues) =>
  person.call(customerFormDataApi.add, { body: { formId, values } });

type ListBody = Parameters<typeof list>[2];
const list = (person: Person, formId: string, more: Readonly<Record<string, unknown>> = {}) =>
  person.call(customerFormDataApi.list, { body: { formId, pageNo: 1, pageSize: 20, ...more } });
export const listRecords = (person: Person, formId: string, more?: ListBody) => list(person, formId, more);

/** Jobs run by themselves: until one thing is so. */
export async function until(office: Office, holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    if (await holds()) return;
    await office.ports.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it never came");
}

/** Until lists find contacts by every field that is marked for it (F32). */
export const indexed = (office: Office, formId = "contacter"): Promise<void> =>
  until(office, async () => (await listRecords(office.administrator, formId)).indexing.length === 0);
