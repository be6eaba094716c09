/** The own fields an enterprise gives its contacts. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { maxContactFields, type ContactField, type contacterConfApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { crudService } from "../crud/index.ts";
import { countWith, fieldsOf, fieldStore, indexField, lockEnterprise, type FieldRow } from "./repository.ts";

type Body = BodyOf<typeof contacterConfApi.add>;

export const toField = (row: FieldRow): ContactField => ({
  name: row.name,
  label: row.label,
  type: row.type,
  require: row.require,
  ruleError: row.ruleError,
  maxLength: row.maxLength,
  items: row.items,
});

const present = (row: FieldRow) => ({
  id: row.id,
  type: row.type,
  label: row.label,
  name: row.name,
  require: row.require,
  ruleError: row.ruleError,
  placeholder: row.placeholder,
  items: [...row.items],
  maxLength: row.maxLength,
  listDisplay: row.listDisplay,
  query: row.query,
  export: row.export,
  importRequire: row.importRequire,
  distinct: row.distinct,
  sort: row.sort,
  enabled: row.enabled,
});

async function toRow(trx: Trx, body: Body, before: FieldRow | undefined, compId: string) {
  await lockEnterprise(trx, compId);
  const others = (await fieldsOf(trx, compId)).filter((row) => row.id !== before?.id);
  if (!before && others.length >= maxContactFields) throw new AppError("refused", `最多添加${maxContactFields}个字段`);
  if (others.some((row) => row.name === body.name)) throw fieldRefusal("name", "字段标识", "字段标识已存在");
  if (others.some((row) => row.label === body.label)) throw fieldRefusal("label", "字段名称", "字段名称已存在");
  const [path, label] = before && before.name !== body.name ? ["name", "字段标识"] : ["type", "类型"];
  if (
    before &&
    (before.name !== body.name || before.type !== body.type) &&
    (await countWith(trx, compId, before.name)) > 0
  )
    throw fieldRefusal(path, label, `该字段已有数据，不能修改${label}`);
  if (before && before.distinct !== body.distinct) await indexField(trx, compId, body.name, body.distinct === 1);
  const text = body.type === "input" || body.type === "textarea";
  return {
    type: body.type,
    label: body.label,
    name: body.name,
    require: body.require,
    ruleError: body.ruleError ?? "",
    placeholder: body.placeholder ?? "",
    items: JSON.stringify(body.items),
    maxLength: text ? (body.maxLength ?? null) : null,
    listDisplay: body.listDisplay,
    query: body.query,
    export: body.export,
    importRequire: body.importRequire,
    distinct: body.distinct,
    sort: body.sort,
    enabled: body.enabled,
  };
}

export const createFieldService = ({ ports, audit }: AdministrationDeps) =>
  crudService({
    deps: { ports, audit },
    object: "contacterConf",
    scope: "enterprise",
    store: fieldStore,
    toRow,
    present,
    key: { path: "name", label: "字段标识", of: (row) => row.label },
  });
