/** contacterData: contacts from a workbook, checked first, or saved. */
import { AppError, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import {
  contacterDataApi,
  contactColumns,
  contactFormId,
  contactRows,
  contactTelephoneField,
  contactValueField,
  lengthField,
  limits,
  nameField,
  remarkField,
  type ContactFieldRow,
  type ContactValues,
} from "@liantai/api/contract/workorder";
import { checkRecord, isChoice, type CompiledForm, type FormValues } from "@liantai/api/forms";
import { array, string, type Schema } from "yup";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import { keepChecked, withChecked, type ImportColumn, type ImportSpec, type ImportStart } from "../../files/index.ts";
import { holdForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { comparedFields, maskedOf } from "../duplicates/compared-numbers.ts";
import { indexer } from "../records/indexing.ts";
import { prepare, type Prepared } from "../records/preparing.ts";
import { storeBatch } from "../records/storing-batch.ts";
import { uniqueKey, uniqueKeysThere, uniqueOfKey } from "../records/unique-keys.ts";
import { contactForm } from "./form.ts";
import { givenValues } from "./values.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof contacterDataApi;
type Line = {
  readonly name: string;
  readonly phone: string;
  readonly company?: string;
  readonly remark?: string;
} & Readonly<Record<string, unknown>>;

/** A column of an own field, apart from the built-in ones. */
const own = "fields.";

/** Choices stand in the sheet by their names; several parted by 、 or commas. */
function cellField(row: ContactFieldRow): Schema {
  const { type, label, items } = row;
  if (!isChoice(type)) return contactValueField({ ...row, require: 0 });
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

const columnsOf = (form: CompiledForm): ImportColumn[] => [
  { title: contactColumns.name, name: "name", required: true, schema: nameField(contactColumns.name) },
  { title: contactColumns.phone, name: "phone", required: true, schema: contactTelephoneField(), width: 16 },
  { title: contactColumns.company, name: "company", schema: lengthField(contactColumns.company, 60) },
  ...contactRows(form.definition)
    .filter(({ name, enabled }) => enabled === 1 && form.byName.get(name)?.computed === false)
    .map((row) => ({
      title: row.label,
      name: `${own}${row.name}`,
      required: row.importRequire === 1,
      schema: cellField(row),
    })),
  { title: contactColumns.remark, name: "remark", schema: remarkField() },
];

/** One import's rows: what they are by the form, said once. The columns have looked at what each cell must be. */
class Rows {
  readonly #made = new WeakMap<Line, { readonly values: FormValues; readonly fault: string | undefined }>();
  readonly #form: CompiledForm;
  readonly #prepared: Prepared;

  constructor(form: CompiledForm, prepared: Prepared) {
    this.#form = form;
    this.#prepared = prepared;
  }

  of(line: Line) {
    const known = this.#made.get(line);
    if (known) return known;
    const cells = Object.entries(line).flatMap(([key, value]) =>
      key.startsWith(own) ? [[key.slice(own.length), value] as const] : [],
    );
    const given = givenValues(this.#form, { ...line, fields: Object.fromEntries(cells) as ContactValues });
    const { values, faults } = checkRecord(this.#form, given, { ...this.#prepared, importing: true, draft: true });
    const [first] = faults;
    const made = { values: first ? {} : values, fault: first?.message };
    this.#made.set(line, made);
    return made;
  }
}

async function specOf(
  deps: FormsDeps,
  { context, compId }: ImportStart<object>,
  saves: boolean,
): Promise<ImportSpec<Line>> {
  const { audit } = deps;
  const { database, clock, random } = deps.ports;
  const published = await database.tenant(compId, (trx) => contactForm(deps, trx, compId));
  const { form, row } = published;
  const rows = new Rows(form, await prepare(deps, compId, context.caller, published, {}));
  const index = indexer(form, row.slots);
  const repeated = (label: string) => `${label}重复`;
  const save: ImportSpec<Line>["save"] = (batch, keep) =>
    forJobs(database).tenant(compId, async (trx) => {
      // Others save beside it; a field that changes waits.
      if ((await holdForm(trx, compId, contactFormId))?.version !== form.version)
        throw new AppError("refused", "联系人字段刚被修改，请重新导入");
      const { caller } = context;
      const faults = await storeBatch(
        trx,
        { compId, form, index, caller, at: new Date(clock.now()), taken: repeated },
        batch.map((line) => ({ id: random.id(), values: rows.of(line).values })),
      );
      const count = faults.filter((fault) => fault === undefined).length;
      if (count > 0)
        await audit.write(trx, context, {
          ...{ compId, object: "contacterData", action: "import", id: "" },
          ...{ name: `导入${count}位联系人`, after: { count } },
        });
      return keep(trx, faults);
    });
  return {
    name: "联系人",
    columns: columnsOf(form),
    check: (line) => rows.of(line).fault,
    key: (line) => index(rows.of(line).values).uniques.map(uniqueKey),
    repeated: (_, key) => repeated(form.byName.get(uniqueOfKey(key).field)?.label ?? ""),
    numbers: (line) => {
      const { values } = rows.of(line);
      return maskedOf(form, comparedFields(form, []), values);
    },
    existing: (keys) => forJobs(database).tenant(compId, (trx) => uniqueKeysThere(trx, published, keys)),
    save: saves ? save : (_batch, keep) => keep(undefined),
  };
}

const checkKind = "contactCheck";

interface Params {
  /** Of a check: what saves the workbook that was looked at. */
  readonly token?: string;
}

export function registerImports(deps: FormsDeps): void {
  const screen = { name: "addresslist", title: "联系人" };
  const about = { screen, right: contacterDataApi.importSave.permission };
  deps.files.imports.register<Params, Line>("contact", { ...about, prepare: (run) => specOf(deps, run, true) });
  deps.files.imports.register<Params, Line>(checkKind, { ...about, prepare: (run) => specOf(deps, run, false) });
}

const checkedOf = (context: RequestContext, compId: string) => ({
  ...{ context, compId, tag: checkKind, about: contactFormId },
});

/** All rows are looked at and nothing is saved; the token saves the same workbook. */
export async function checkImport(
  { files }: FormsDeps,
  { compId: named, socketId }: BodyOf<Api["importCheck"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importCheck"]>> {
  const compId = compOf(context.caller, named);
  const token = await keepChecked(files, checkedOf(context, compId));
  return { ...(await files.imports.start(checkKind, context, compId, { token }, socketId)), token };
}

export async function saveImport(
  { files }: FormsDeps,
  { compId: named, socketId, token }: BodyOf<Api["importSave"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importSave"]>> {
  const compId = compOf(context.caller, named);
  if (!token) return files.imports.start("contact", context, compId, {}, socketId);
  return withChecked(files, checkedOf(context, compId), token, (given) =>
    files.imports.start("contact", given, compId, {}, socketId),
  );
}

export async function importTemplate(deps: FormsDeps, { caller }: RequestContext): Promise<BinaryReply> {
  const compId = compOf(caller, undefined);
  const { form } = await deps.ports.database.tenant(compId, (trx) => contactForm(deps, trx, compId));
  return deps.files.imports.template("联系人", columnsOf(form));
}

export const failedRows = (
  { files }: FormsDeps,
  query: QueryOf<Api["failed"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> => files.downloads.open("file", caller, query);
