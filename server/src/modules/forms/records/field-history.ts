/** What each field of a record was before, and back to it by a save as any other (rule F87). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordHistoryApi, RecordValues } from "@liantai/api/contract/workorder";
import { isRecord, stricterRender, type CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { FormsDeps } from "../deps.ts";
import { namedForms } from "../definitions/other-options.ts";
import { roleRender } from "../role-fields.ts";
import { mayDoTo } from "./buttons.ts";
import { changeLine, unseenIn, type ChangeLine } from "./change-words.ts";
import { changeOfVersion, pageOfChanges } from "./change-repository.ts";
import { seenRecord } from "./finding.ts";
import type { Seen } from "./seen.ts";
import { sameField } from "./meanwhile.ts";
import { changeRecord } from "./saving.ts";

type Api = typeof recordHistoryApi;
type Line = ChangeLine & { readonly mayRestore: boolean };

/** Whether somebody may type into a field at all; rules have their say when it is saved. */
function typeable(form: CompiledForm, seen: Seen, { caller }: RequestContext): (name: string) => boolean {
  const render = stricterRender(roleRender(seen.row, caller), seen.order?.render ?? {});
  return (name) => {
    const field = form.byName.get(name)?.field;
    if (!field || field.hidden === true) return false;
    const enable = Object.hasOwn(render, name) ? render[name]?.enable : undefined;
    return enable ?? field.permission !== true;
  };
}

export async function history(
  deps: FormsDeps,
  { id, field, pageNo, pageSize, compId: named }: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  const { seen, rows, total } = await deps.ports.database.tenant(compId, async (trx) => {
    const one = await seenRecord(deps, trx, compId, id, context);
    if (field && unseenIn(one).has(field)) throw fieldRefusal("field", "字段", "没有这个字段");
    const asked = { pageNo, pageSize, ...(field && { field }) };
    return { seen: one, ...(await pageOfChanges(trx, compId, one.record.id, asked)) };
  });
  const { form, record, order } = seen;
  const mayWrite =
    (await mayDoTo(deps.auth, caller, form.formType, "update")) && (!record.orderId || order?.maySave === true);
  const mayType = typeable(form, seen, context);
  const line = changeLine(await namedForms(deps.ports.database, compId, seen), hidesNumbers(caller));
  const place = new Map(form.fields.map(({ name }, at) => [name, at]));
  const list = rows.map(({ version, at, byName, changes }) => ({
    ...{ version, time: formatTime(at), by: byName },
    fields: changes
      .flatMap((change): Line[] => {
        const told = field && change.name !== field ? undefined : line(change);
        if (!told) return [];
        const mayRestore = mayWrite && mayType(change.name) && !sameField(change.before, record.values[change.name]);
        return [{ ...told, mayRestore }];
      })
      // In the order of the form; what it has lost behind it.
      .sort((a, b) => (place.get(a.name) ?? place.size) - (place.get(b.name) ?? place.size)),
  }));
  return { list, total, pageNo, pageSize };
}

const filesOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (isRecord(one) && typeof one["name"] === "string" ? [one["name"]] : []))
    : [];

/** Files that stood in the field may stand there again, whoever uploaded them, as long as they are kept. Throws AppError 'refused'. */
async function checkFiles({ files }: FormsDeps, compId: string, value: unknown): Promise<void> {
  for (const id of filesOf(value))
    if (!(await files.store.find(compId, id))) throw new AppError("refused", "当时的文件已被删除，不能恢复");
}

export async function restoreField(
  deps: FormsDeps,
  { id, version, field, change, acceptDuplicates, compId: named }: BodyOf<Api["restore"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["restore"]>> {
  const compId = compOf(context.caller, named);
  const { recordId, form, before } = await deps.ports.database.tenant(compId, async (trx) => {
    const seen = await seenRecord(deps, trx, compId, id, context);
    const stored = await changeOfVersion(trx, compId, seen.record.id, change);
    const was = stored?.changes.find(({ name }) => name === field);
    if (!was || unseenIn(seen).has(field)) throw new AppError("notFound", "没有对该字段的这次修改");
    return { recordId: seen.record.id, form: seen.form, before: was.before };
  });
  const compiled = form.byName.get(field);
  if (!compiled) throw new AppError("refused", "表单已没有这个字段，不能恢复");
  if (compiled.type === "uploads") await checkFiles(deps, compId, before);
  const values: RecordValues = { [field]: before ?? "" };
  return changeRecord(deps, compId, { id: recordId, version, values, acceptDuplicates, back: field }, context);
}
