/** One record: its values, or all that a screen needs to show and change it. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { mayDoTo } from "./buttons.ts";
import { presentRecord, shownValues } from "./present.ts";
import { findRecord, type RecordRow } from "./repository.ts";
import { publishedForm, type Published } from "./published.ts";
import { scopeOf } from "./scope.ts";

interface Seen extends Published {
  readonly record: RecordRow;
  /** The version it was written with. */
  readonly was: CompiledForm;
}

/** Within the asker's data scope. Throws AppError 'notFound'. */
export async function seenRecord(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  id: string,
  { caller }: Pick<RequestContext, "caller">,
): Promise<Seen> {
  const record = await findRecord(trx, compId, id, { scope: await scopeOf(deps.auth, trx, compId, caller) });
  if (!record) throw new AppError("notFound");
  const published = await publishedForm(deps, trx, await findForm(trx, compId, record.formId));
  return { record, was: await deps.compiled.get(trx, compId, record.formId, record.formVersion), ...published };
}

type FindById = typeof customerFormDataApi.findById;
export async function findById(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<FindById>,
  context: RequestContext,
): Promise<ReplyOf<FindById>> {
  const compId = compOf(context.caller, named);
  const hide = hidesNumbers(context.caller);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { record, form, was } = await seenRecord(deps, trx, compId, id, context);
    return presentRecord(record, shownValues(record.values, hide, form, was));
  });
}

type Find = typeof formDataApi.find;
export async function find(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<Find>,
  context: RequestContext,
): Promise<ReplyOf<Find>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  const seen = await deps.ports.database.tenant(compId, (trx) => seenRecord(deps, trx, compId, id, context));
  const { record, row, form, was } = seen;
  const may = (verb: "update" | "delete") => mayDoTo(deps.auth, caller, form.formType, verb);
  const added = { time: formatTime(record.createdAt), by: record.ownerName, action: "新增" };
  const updated = { time: formatTime(record.updatedAt), by: record.updatedBy, action: "编辑" };
  return {
    record: presentRecord(record, shownValues(record.values, hide, form, was)),
    formName: row.name,
    formType: form.formType,
    form: form.definition,
    history: Object.keys(record.values).flatMap((name) => {
      const field = form.byName.has(name) ? undefined : was.byName.get(name)?.field;
      return field ? [field] : [];
    }),
    otherRender: {},
    changes: record.version > 1 ? [updated, added] : [added],
    allowed: { update: await may("update"), delete: await may("delete") },
  };
}
