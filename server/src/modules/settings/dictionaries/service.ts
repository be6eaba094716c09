/** 数据字典: operators keep the installation's, an enterprise its own; neither changes the other's. */
import { writeDeleted } from "../../audit/index.ts";
import { AppError, type BodyOf, type ReplyOf, isOperator } from "@liantai/api/contract";
import type { dictionarieApi } from "@liantai/api/contract/admin";
import { compOf, installation, ownerToWrite } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import { readOptions } from "./options.ts";
import {
  deleteDictionaries,
  deleteItems,
  findDictionary,
  findDictionaryByCode,
  findItem,
  findItemByValue,
  insertDictionary,
  insertItem,
  listDictionaries,
  listItems,
  updateDictionary,
  updateItem,
  type DictionaryRow,
  type ItemRow,
} from "./repository.ts";

type Api = typeof dictionarieApi;

/** Whose dictionaries the caller keeps. */
const ownerOf = (caller: Caller, named: string | undefined): string =>
  isOperator(caller) && !named ? installation : compOf(caller, named);

/** Whose it reads besides. */
const visibleTo = (owner: string): readonly string[] =>
  owner === installation ? [installation] : [installation, owner];

const codeTaken = () => fieldRefusal("code", "字典编码", "字典编码已存在");

const valueTaken = () => fieldRefusal("value", "选项值", "该字典中已有相同的选项值");

const presentItem = (row: ItemRow) => ({
  id: row.id,
  dictionaryId: row.dictionaryId,
  value: row.value,
  label: row.label,
  sort: row.sort,
  enabled: row.enabled as 0 | 1,
  remark: row.remark,
});

const logged = (row: Pick<DictionaryRow, "code" | "name" | "mode" | "remark">) => ({
  code: row.code,
  name: row.name,
  mode: row.mode,
  remark: row.remark,
});

const loggedItem = (row: Pick<ItemRow, "value" | "label" | "sort" | "enabled" | "remark">) => ({
  value: row.value,
  label: row.label,
  sort: row.sort,
  enabled: row.enabled,
  remark: row.remark,
});

/** system: the installation's rows belong to no enterprise; `owner` is the caller's own (ownerOf) wherever it is changed or read. */
export function run<T>(deps: AdministrationDeps, run: (trx: Trx) => Promise<T>): Promise<T> {
  return deps.ports.database.system(run);
}

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const owner = ownerOf(caller, body.compId);
  const { rows, total } = await run(deps, (trx) => listDictionaries(trx, visibleTo(owner), body, body));
  return {
    list: rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      scope: row.compId === installation ? ("installation" as const) : ("enterprise" as const),
      mode: row.mode,
      remark: row.remark,
      items: Number(row.items),
      editable: row.compId === owner,
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function add(
  deps: AdministrationDeps,
  { compId, code, name, mode, remark = "" }: BodyOf<Api["add"]>,
  context: RequestContext,
) {
  const owner = ownerToWrite(context.caller, compId);
  const row = { compId: owner, id: deps.ports.random.id(), code, name, mode, remark };
  await unique(codeTaken(), () =>
    run(deps, async (trx) => {
      if (await findDictionaryByCode(trx, owner, code)) throw codeTaken();
      await insertDictionary(trx, row);
      await deps.audit.write(trx, context, {
        compId: owner,
        object: "dictionarie",
        action: "add",
        id: row.id,
        name,
        after: logged(row),
      });
    }),
  );
  return { id: row.id };
}

async function update(
  deps: AdministrationDeps,
  { compId, id, code, name, mode, remark = "" }: BodyOf<Api["update"]>,
  context: RequestContext,
) {
  const owner = ownerToWrite(context.caller, compId);
  await unique(codeTaken(), () =>
    run(deps, async (trx) => {
      const before = await own(trx, owner, id);
      const same = await findDictionaryByCode(trx, owner, code);
      if (same && same.id !== id) throw codeTaken();
      const set = { code, name, mode, remark };
      await updateDictionary(trx, owner, id, set);
      await deps.audit.write(trx, context, {
        compId: owner,
        object: "dictionarie",
        action: "update",
        id,
        name,
        before: logged(before),
        after: set,
      });
    }),
  );
  return null;
}

async function remove(deps: AdministrationDeps, { compId, ids }: BodyOf<Api["delete"]>, context: RequestContext) {
  const owner = ownerToWrite(context.caller, compId);
  return run(deps, async (trx) => {
    const gone = await deleteDictionaries(trx, owner, ids);
    if (gone.length === 0) throw new AppError("notFound");
    await writeDeleted(deps.audit, trx, context, { compId: owner, object: "dictionarie" }, gone, (row) => ({
      id: row.id,
      name: row.name,
      before: logged(row),
    }));
    return { count: gone.length };
  });
}

async function items(
  deps: AdministrationDeps,
  { compId, dictionaryId }: BodyOf<Api["items"]>,
  { caller }: RequestContext,
) {
  const owner = ownerOf(caller, compId);
  return run(deps, async (trx) => {
    const dictionary = await findDictionary(trx, visibleTo(owner), dictionaryId);
    if (!dictionary) throw new AppError("notFound");
    return (await listItems(trx, dictionary.compId, dictionaryId)).map(presentItem);
  });
}

async function itemAdd(
  deps: AdministrationDeps,
  { compId, dictionaryId, value, label, sort, enabled, remark = "" }: BodyOf<Api["itemAdd"]>,
  context: RequestContext,
) {
  const owner = ownerToWrite(context.caller, compId);
  const row = {
    compId: owner,
    id: deps.ports.random.id(),
    dictionaryId,
    value,
    label,
    sort,
    enabled,
    remark,
  };
  await unique(valueTaken(), () =>
    run(deps, async (trx) => {
      await own(trx, owner, dictionaryId);
      if (await findItemByValue(trx, owner, dictionaryId, value)) throw valueTaken();
      await insertItem(trx, row);
      await deps.audit.write(trx, context, {
        compId: owner,
        object: "dictionarieItem",
        action: "add",
        id: row.id,
        name: label,
        after: loggedItem(row),
      });
    }),
  );
  return { id: row.id };
}

async function itemUpdate(
  deps: AdministrationDeps,
  { compId, id, value, label, sort, enabled, remark = "" }: BodyOf<Api["itemUpdate"]>,
  context: RequestContext,
) {
  const owner = ownerToWrite(context.caller, compId);
  await unique(valueTaken(), () =>
    run(deps, async (trx) => {
      const before = await findItem(trx, owner, id);
      if (!before) throw new AppError("notFound");
      const same = await findItemByValue(trx, owner, before.dictionaryId, value);
      if (same && same.id !== id) throw valueTaken();
      const set = { value, label, sort, enabled, remark };
      await updateItem(trx, owner, id, set);
      await deps.audit.write(trx, context, {
        compId: owner,
        object: "dictionarieItem",
        action: "update",
        id,
        name: label,
        before: loggedItem(before),
        after: set,
      });
    }),
  );
  return null;
}

async function itemDelete(
  deps: AdministrationDeps,
  { compId, ids }: BodyOf<Api["itemDelete"]>,
  context: RequestContext,
) {
  const owner = ownerToWrite(context.caller, compId);
  return run(deps, async (trx) => {
    const gone = await deleteItems(trx, owner, ids);
    if (gone.length === 0) throw new AppError("notFound");
    await writeDeleted(deps.audit, trx, context, { compId: owner, object: "dictionarieItem" }, gone, (row) => ({
      id: row.id,
      name: row.label,
      before: loggedItem(row),
    }));
    return { count: gone.length };
  });
}

async function options(deps: AdministrationDeps, { compId, code }: BodyOf<Api["options"]>, { caller }: RequestContext) {
  const owner = ownerOf(caller, compId);
  return run(deps, (trx) => readOptions(trx, owner, code));
}

/** Somebody else's is told apart from none at all only where it may be read. */
export async function own(trx: Trx, owner: string, id: string): Promise<DictionaryRow> {
  const row = await findDictionary(trx, visibleTo(owner), id);
  if (!row) throw new AppError("notFound");
  if (row.compId !== owner)
    throw new AppError("refused", "全局字典由运营人员维护，企业可以新建同编码的字典来补充或替换");
  return row;
}

export type DictionaryService = ReturnType<typeof createDictionaryService>;

export const createDictionaryService = (deps: AdministrationDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, items, itemAdd, itemUpdate, itemDelete, options });
