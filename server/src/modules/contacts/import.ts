/** Contacts from a workbook: checked first, or saved. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import {
  contactColumns,
  contactTelephoneField,
  contactValueField,
  isChoice,
  lengthField,
  limits,
  nameField,
  remarkField,
  type contacterDataApi,
  type ContactValues,
} from "@liantai/api/contract/admin";
import { array, string, type Schema } from "yup";
import { compOf } from "../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { ImportColumn, ImportSpec, ImportStart } from "../files/index.ts";
import { toField } from "./fields.ts";
import {
  fieldsOf,
  insertContacts,
  insertValues,
  lockEnterprise,
  phonesThere,
  valuesThere,
  type FieldRow,
} from "./repository.ts";
import { distinctValues, enabledOf, indexed } from "./values.ts";

type Body = BodyOf<typeof contacterDataApi.importSave>;
type Line = {
  readonly name: string;
  readonly phone: string;
  readonly company?: string;
  readonly remark?: string;
} & Readonly<Record<string, unknown>>;

/** A column of an own field, apart from the built-in ones. */
const own = "fields.";

/** Choices stand in the sheet by their names; several parted by 、 or commas. */
function cellField(field: FieldRow): Schema {
  const { type, label, items } = toField(field);
  if (!isChoice(type)) return contactValueField({ ...toField(field), require: 0 });
  const known = new Map(items.map((item) => [item.label_name, item.label_value]));
  const message = `${label}只能是${items.map((item) => item.label_name).join("、")}`;
  const meant = (text: string) => known.get(text.trim()) ?? text.trim();
  const choice = string()
    .label(label)
    .oneOf([...known.values()], message);
  if (type !== "checkbox") return choice.transform((_, text: unknown) => meant(String(text)));
  return array()
    .label(label)
    .transform((_, text: unknown) => [
      ...new Set(
        String(text)
          .split(/[、,，;；]/)
          .filter((part) => part.trim() !== "")
          .map(meant),
      ),
    ])
    .of(choice)
    .max(limits.checkbox, `最多选择${limits.checkbox}项`);
}

const columnsOf = (fields: readonly FieldRow[]): ImportColumn[] => [
  { title: contactColumns.name, name: "name", required: true, schema: nameField(contactColumns.name) },
  { title: contactColumns.phone, name: "phone", required: true, schema: contactTelephoneField(), width: 16 },
  { title: contactColumns.company, name: "company", schema: lengthField(contactColumns.company, 60) },
  ...enabledOf(fields).map((field) => ({
    title: field.label,
    name: `${own}${field.name}`,
    required: field.importRequire === 1,
    schema: cellField(field),
  })),
  { title: contactColumns.remark, name: "remark", schema: remarkField() },
];

const valuesOf = (line: Line): ContactValues =>
  Object.fromEntries(
    Object.entries(line)
      .filter(([key]) => key.startsWith(own))
      .map(([key, value]) => [key.slice(own.length), value as string]),
  );
/** Key of a repetition: the column and, in the lines after it, the value. */
const keyOf = (column: string, value: string): string => `${column}\n${value}`;
const columnOf = (key: string): string => key.slice(0, key.indexOf("\n"));
const keysOf = (fields: readonly FieldRow[], line: Line): string[] => [
  keyOf("phone", line.phone),
  ...distinctValues(fields, valuesOf(line)).map(({ field, value }) => keyOf(own + field.name, value)),
];

async function existingOf(trx: Trx, compId: string, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const column of new Set(keys.map(columnOf))) {
    const values = keys.filter((key) => columnOf(key) === column).map((key) => key.slice(column.length + 1));
    const there =
      column === "phone"
        ? await phonesThere(trx, compId, values)
        : await valuesThere(trx, compId, column.slice(own.length), values);
    for (const value of there) found.add(keyOf(column, value));
  }
  return found;
}

export function createContactImport({ ports: { database, random, clock }, audit, files }: AdministrationDeps) {
  async function prepare({ context, compId }: ImportStart<object>, saves: boolean): Promise<ImportSpec<Line>> {
    const fields = await database.tenant(compId, (trx) => fieldsOf(trx, compId));
    const shape = JSON.stringify(fields);
    const titles = new Map(enabledOf(fields).map((field) => [own + field.name, field.label]));
    const repeated = (_: Line, key: string) => `${titles.get(columnOf(key)) ?? contactColumns.phone}重复`;
    const save: ImportSpec<Line>["save"] = (batch, keep) =>
      database.tenant(compId, async (trx) => {
        await lockEnterprise(trx, compId);
        if (JSON.stringify(await fieldsOf(trx, compId)) !== shape)
          throw new AppError("refused", "联系人字段刚被修改，请重新导入");
        // Again under the lock: somebody may have added one meanwhile.
        const there = await existingOf(
          trx,
          compId,
          batch.flatMap((line) => keysOf(fields, line)),
        );
        const faults = batch.map((line) => {
          const key = keysOf(fields, line).find((one) => there.has(one));
          return key === undefined ? undefined : repeated(line, key);
        });
        const good = batch.flatMap((line, index) =>
          faults[index] === undefined ? [{ id: random.id(), line, values: valuesOf(line) }] : [],
        );
        const at = new Date(clock.now());
        await insertContacts(
          trx,
          good.map(({ id, line, values }) => ({
            compId,
            id,
            name: line.name,
            phone: line.phone,
            company: line.company ?? "",
            remark: line.remark ?? "",
            fields: JSON.stringify(values),
            createdAt: at,
            updatedAt: at,
            createdBy: context.caller.nickName,
          })),
        );
        await insertValues(
          trx,
          good.flatMap(({ id, values }) => indexed(compId, id, fields, values)),
        );
        if (good.length > 0)
          await audit.write(trx, context, {
            compId,
            object: "contacterData",
            action: "import",
            id: "",
            name: `导入${good.length}位联系人`,
            after: { count: good.length },
          });
        return keep(trx, faults);
      });
    return {
      name: "联系人",
      columns: columnsOf(fields),
      key: (line) => keysOf(fields, line),
      repeated,
      existing: (keys) => database.tenant(compId, (trx) => existingOf(trx, compId, keys)),
      save: saves ? save : (_batch, keep) => keep(undefined),
    };
  }
  const screen = { name: "contacter", title: "联系人" };
  files.imports.register<object, Line>("contact", { screen, prepare: (run) => prepare(run, true) });
  files.imports.register<object, Line>("contactCheck", { screen, prepare: (run) => prepare(run, false) });
  const run = (kind: "contact" | "contactCheck", body: Body, context: RequestContext) =>
    files.imports.start(kind, context, compOf(context.caller, body.compId), {});
  return {
    check: (body: Body, context: RequestContext) => run("contactCheck", body, context),
    save: (body: Body, context: RequestContext) => run("contact", body, context),
    async template({ caller }: RequestContext): Promise<BinaryReply> {
      const compId = compOf(caller, undefined);
      return files.imports.template("联系人", columnsOf(await database.tenant(compId, (trx) => fieldsOf(trx, compId))));
    },
    failed: (
      { caller }: RequestContext,
      query: { readonly id: string; readonly compId?: string | undefined },
    ): Promise<BinaryReply> => files.downloads.open("file", caller, query),
  };
}
