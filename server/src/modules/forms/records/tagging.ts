/** Tags: who may sets them up for a form, others mark its records with them (rule F70). */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { mostTags, mostTagsAtOnce, type formTagApi, type TagColor } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { writeDeleted } from "../../audit/index.ts";
import { findForm, lockForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { insertEvents } from "./event-repository.ts";
import { titleOf } from "./present.ts";
import { publishedForm } from "./published.ts";
import { reached } from "./reach.ts";
import type { RecordRow } from "./repository.ts";
import {
  deleteTags,
  findTags,
  insertTag,
  markRecord,
  tagsOfForm,
  tagsOfRecords,
  unmarkRecord,
  updateTag,
  type Tag,
} from "./tag-repository.ts";

type Api = typeof formTagApi;

/** Throws AppError 'notFound', or 'forbidden' for whom the form's type has no such button. */
async function formFor(deps: FormsDeps, trx: Trx, compId: string, formId: string, { caller }: RequestContext) {
  // Held, so that of two who add at once the second counts the first's.
  const row = await lockForm(trx, compId, formId);
  if (!row) throw new AppError("notFound", "表单不存在或已被删除");
  await checkPress(deps.auth, caller, row.formType, "tags", trx);
  return row;
}

const taken = () => fieldRefusal("name", "标签名称", "标签名称已存在");
const line = ({ name, color }: { readonly name: string; readonly color: TagColor }) => ({ name, color });

export async function list(
  deps: FormsDeps,
  { formId, compId: named }: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    if (!(await findForm(trx, compId, formId))) throw new AppError("notFound", "表单不存在或已被删除");
    return tagsOfForm(trx, compId, formId);
  });
}

export async function add(
  deps: FormsDeps,
  { formId, compId: named, ...tag }: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const id = ports.random.id();
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      await formFor(deps, trx, compId, formId, context);
      if ((await tagsOfForm(trx, compId, formId)).length >= mostTags)
        throw new AppError("refused", `每个表单最多${mostTags}个标签`);
      await insertTag(trx, { compId, formId, id, createdAt: new Date(ports.clock.now()), ...tag });
      await audit.write(trx, context, {
        ...{ compId, object: "formTag", action: "add", id, name: tag.name, after: line(tag) },
      });
    }),
  );
  return { id };
}

export async function update(
  deps: FormsDeps,
  { id, compId: named, name, color }: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await unique(taken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      const [tag] = await findTags(trx, compId, [id]);
      if (!tag) throw new AppError("notFound");
      await formFor(deps, trx, compId, tag.formId, context);
      await updateTag(trx, compId, id, { name, color });
      await deps.audit.write(trx, context, {
        ...{ compId, object: "formTag", action: "update", id, name, before: line(tag), after: line({ name, color }) },
      });
    }),
  );
  return null;
}

export async function remove(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["delete"]>> {
  const compId = compOf(context.caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    const tags = await findTags(trx, compId, ids);
    if (tags.length === 0) throw new AppError("notFound");
    for (const formId of [...new Set(tags.map((tag) => tag.formId))].sort())
      await formFor(deps, trx, compId, formId, context);
    await deleteTags(
      trx,
      compId,
      tags.map(({ id }) => id),
    );
    await writeDeleted(deps.audit, trx, context, { compId, object: "formTag" }, tags, (tag) => ({
      ...{ id: tag.id, name: tag.name, before: line(tag) },
    }));
    return { count: tags.length };
  });
}

const namesOf = (tags: readonly Tag[]): string => tags.map(({ name }) => name).join("、");

/** What a record is marked with afterwards; undefined: it is so already. */
function marked(now: readonly Tag[], adding: readonly Tag[], removing: ReadonlySet<string>): Tag[] | undefined {
  const fresh = adding.filter(({ id }) => now.every((one) => one.id !== id));
  const kept = now.filter(({ id }) => !removing.has(id));
  if (fresh.length === 0 && kept.length === now.length) return undefined;
  if (kept.length + fresh.length > mostTagsAtOnce) throw new AppError("refused", `每条数据最多${mostTagsAtOnce}个标签`);
  return [...kept, ...fresh];
}

/** Throws AppError 'notFound' where none of the records is the asker's, 'invalid' where a tag is not one of their form. */
async function markAll(
  deps: FormsDeps,
  trx: Trx,
  records: readonly RecordRow[],
  { compId, add: adds, remove: removes }: { compId: string; add: readonly string[]; remove: readonly string[] },
  context: RequestContext,
): Promise<number> {
  const { ports, audit } = deps;
  const tags = await findTags(trx, compId, [...adds, ...removes]);
  const gone = [...adds, ...removes].some((id) => tags.every((tag) => tag.id !== id));
  const strange = tags.some((tag) => records.some(({ formId }) => formId !== tag.formId));
  if (gone || strange) throw fieldRefusal("add", "标签", "标签不存在或不属于该表单");
  const before = await tagsOfRecords(
    trx,
    compId,
    records.map(({ id }) => id),
  );
  const adding = tags.filter(({ id }) => adds.includes(id) && !removes.includes(id));
  const at = new Date(ports.clock.now());
  let count = 0;
  for (const record of records) {
    const now = before.get(record.id) ?? [];
    const next = marked(now, adding, new Set(removes));
    if (!next) continue;
    await unmarkRecord(trx, compId, record.id, removes);
    await markRecord(
      trx,
      compId,
      record,
      adding.map(({ id }) => id),
    );
    const words = { before: namesOf(now), after: namesOf(next) };
    await insertEvents(trx, [
      {
        compId,
        recordId: record.id,
        id: ports.random.id(),
        at,
        byName: context.caller.nickName,
        kind: "tags",
        label: "标签",
        ...words,
      },
    ]);
    const form = await deps.compiled.get(trx, compId, record.formId, record.formVersion);
    await audit.write(trx, context, {
      ...{ compId, object: "formRecord", action: "tag", id: record.id, name: titleOf(form, record.values) },
      before: { 标签: words.before },
      after: { 标签: words.after },
    });
    count += 1;
  }
  return count;
}

export async function set(
  deps: FormsDeps,
  { ids, add: adds = [], remove: removes = [], compId: named }: BodyOf<Api["set"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["set"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  if (adds.length + removes.length === 0) throw fieldRefusal("add", "标签", "请选择标签");
  const count = await deps.ports.database.tenant(compId, async (trx) => {
    const records = await reached(deps, trx, compId, { ids, caller, lock: true });
    if (records.length === 0) throw new AppError("notFound");
    for (const formId of new Set(records.map((record) => record.formId))) {
      const { form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
      await checkPress(deps.auth, caller, form.formType, "tag", trx);
    }
    return markAll(deps, trx, records, { compId, add: adds, remove: removes }, context);
  });
  return { count };
}
