/** Records are added and changed: checked by the newest version of their form, found by what it says, told to whoever listens. */
import { AppError, dayMs, formatDigits, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordSource, RecordValues } from "@liantai/api/contract/workorder";
import { checkRecord, isEmptyValue, isRecord, sameValue, type CompiledForm, type FormValues } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { codeField, codeOf } from "./codes.ts";
import { indexer, type Indexed } from "./indexing.ts";
import { linkOwnCall, linkPastCalls } from "./link-repository.ts";
import { checkFiles, prepare, type Prepared } from "./preparing.ts";
import { inWords, titleOf, withoutShown } from "./present.ts";
import { hold, publishedForm, readForm, steadily, type Published } from "./published.ts";
import { conflictOf, takenRefusal, valuesRefusal } from "./refusals.ts";
import {
  deleteFinders,
  findRecord,
  insertFinders,
  insertRecords,
  leaveUnique,
  nextCode,
  slotSet,
  takeUnique,
  updateRecord,
  type RecordRow,
} from "./repository.ts";
import { scopeOf, type Scope } from "./scope.ts";
import { tellOf } from "./telling.ts";

/** Calls of so long ago stand on a new record's timeline. */
const pastCallsMs = 30 * dayMs;

type Api = typeof customerFormDataApi;
type Saved = ReplyOf<Api["add"]>;

/** What was typed of the fields, checked. Throws AppError 'invalid' naming values.KEY. */
export function checkedValues(
  form: CompiledForm,
  given: RecordValues,
  prepared: Prepared,
  stored?: RecordValues,
): FormValues {
  const { cascade } = prepared;
  // What is kept stays good, though its option went.
  const placed = (name: string, ids: readonly string[]) => {
    const kept = stored?.[name];
    return isRecord(kept) && sameValue(kept.ids, ids) ? "leaf" : cascade(name, ids);
  };
  const { values, faults } = checkRecord(form, given as FormValues, {
    ...prepared,
    cascade: placed,
    ...(stored && { stored: stored as FormValues }),
  });
  if (faults.length > 0) throw valuesRefusal(faults);
  checkFiles(prepared, form, stored ?? {});
  return values;
}

export interface NewRecord {
  readonly formId: string;
  readonly values: RecordValues;
  readonly source?: RecordSource | undefined;
  readonly callId?: string | undefined;
  readonly parentId?: string | undefined;
}

/** Of a form with a number of its own that nobody typed: the next one. A number that is given to nobody stays free. */
async function withCode(deps: FormsDeps, { row, form }: Published, given: RecordValues, prepared: Prepared) {
  const field = codeField(form);
  if (!field || !isEmptyValue(given[field.name])) return given;
  // Looked at first, so that refused records use up no numbers.
  checkedValues(form, { ...given, [field.name]: "0" }, prepared);
  const day = formatDigits(deps.ports.clock.now()).slice(0, 8);
  const number = await deps.ports.database.tenant(row.compId, (trx) => nextCode(trx, row.compId, row.id, day));
  return { ...given, [field.name]: codeOf(form.formType, day, number) };
}

export const addRecord = (
  deps: FormsDeps,
  compId: string,
  { formId, values: typed, source, callId, parentId }: NewRecord,
  context: RequestContext,
): Promise<Saved> =>
  steadily(async () => {
    const { caller } = context;
    const published = await readForm(deps, compId, formId);
    const { form } = published;
    await checkPress(deps.auth, caller, form.formType, "add");
    const prepared = await prepare(deps, compId, caller, form, typed);
    const given = await withCode(deps, published, prepared.given, prepared);
    const values = checkedValues(form, given, prepared);
    const { ports } = deps;
    const id = ports.random.id();
    const at = new Date(ports.clock.now());
    await ports.database.tenant(compId, async (trx) => {
      const row = await hold(trx, published);
      if (parentId) await checkParent(deps, trx, compId, parentId, caller);
      const indexed = indexer(form, row.slots)(values);
      const taken = await takeUnique(trx, compId, formId, indexed.uniques);
      if (taken.length > 0) throw takenRefusal(form, fieldsOf(taken));
      await insertRecords(trx, [
        {
          compId,
          formId,
          id,
          formVersion: form.version,
          version: 1,
          values: JSON.stringify(values),
          source: source ?? (callId ? "call" : "manual"),
          ...ownedBy(caller),
          callId: callId ?? null,
          parentId: parentId ?? null,
          createdAt: at,
          updatedAt: at,
          updatedBy: caller.nickName,
          ...slotSet(indexed.slots),
        },
      ]);
      await insertFinders(trx, compId, [{ id, formId, createdAt: at, indexed }]);
      if (callId) await linkOwnCall(trx, compId, id, callId, at);
      await linkPastCalls(trx, compId, id, indexed.phones, new Date(at.getTime() - pastCallsMs));
      const told = { id, version: 1, values, source: source ?? "manual", ownerName: caller.nickName, createdAt: at };
      await tellOf(trx, compId, "record.created", form, { ...told, callId: callId ?? null }, { at, key: "1" });
      await deps.audit.write(trx, context, {
        ...about(compId, id, form, values),
        action: "add",
        after: inWords(form, values),
      });
    });
    const code = codeField(form);
    return { id, version: 1, formVersion: form.version, code: code ? String(values[code.name] ?? "") : "" };
  });

export const ownedBy = ({ userId, nickName, groupId }: Caller) => ({ ownerId: userId, ownerName: nickName, groupId });
const fieldsOf = (keys: readonly { readonly field: string }[]): string[] => [
  ...new Set(keys.map(({ field }) => field)),
];
export const about = (compId: string, id: string, form: CompiledForm, values: RecordValues) => ({
  compId,
  object: "formRecord",
  id,
  name: titleOf(form, values),
});

async function checkParent(deps: FormsDeps, trx: Trx, compId: string, id: string, caller: Caller): Promise<void> {
  const parent = await findRecord(trx, compId, id, { scope: await scopeOf(deps.auth, trx, compId, caller) });
  if (!parent) throw fieldRefusal("parentId", "上级工单", "上级工单不存在或已被删除");
}

export interface RecordPatch {
  readonly id: string;
  /** Absent: whatever there is. */
  readonly version?: number | undefined;
  readonly values: RecordValues;
  readonly callId?: string | undefined;
}

interface Change {
  readonly published: Published;
  readonly prepared: Prepared;
  readonly patch: RecordPatch;
  readonly compId: string;
}

/** The record as it is and what it becomes. `undefined`: it is so already. */
function changed(row: RecordRow, { published, prepared, patch }: Change, hide: boolean) {
  const { form } = published;
  const given = withoutShown(prepared.given, row.values, form, hide);
  if (patch.version !== undefined && patch.version !== row.version) {
    const conflict = conflictOf(form, row, given, hide);
    if (conflict) throw conflict;
    return undefined;
  }
  const checked = checkedValues(form, given, prepared, row.values);
  const gone = Object.entries(row.values).filter(([name]) => !form.byName.has(name));
  return { ...Object.fromEntries(gone), ...checked } as FormValues;
}

async function reindex(trx: Trx, compId: string, row: RecordRow, form: CompiledForm, before: Indexed, after: Indexed) {
  const same = (a: { field: string; value: string }, b: { field: string; value: string }) =>
    a.field === b.field && a.value === b.value;
  const fresh = after.uniques.filter((key) => !before.uniques.some((one) => same(one, key)));
  const taken = await takeUnique(trx, compId, row.formId, fresh);
  if (taken.length > 0) throw takenRefusal(form, fieldsOf(taken));
  await leaveUnique(
    trx,
    compId,
    row.formId,
    before.uniques.filter((key) => !after.uniques.some((one) => same(one, key))),
  );
  const { createdAt, id, formId } = row;
  await deleteFinders(trx, compId, [id]);
  await insertFinders(trx, compId, [{ id, formId, createdAt, indexed: after }]);
}

async function inTransaction(deps: FormsDeps, trx: Trx, change: Change, context: RequestContext): Promise<Saved> {
  const { published, patch, compId } = change;
  const { form } = published;
  const now = await hold(trx, published);
  const scope = await scopeOf(deps.auth, trx, compId, context.caller);
  const row = await findRecord(trx, compId, patch.id, { scope, lock: true });
  if (!row) throw new AppError("notFound");
  const values = changed(row, change, hidesNumbers(context.caller));
  const code = codeField(form);
  const saved = (version: number) => ({
    id: row.id,
    version,
    formVersion: form.version,
    code: code ? String(row.values[code.name] ?? "") : "",
  });
  if (!values) return saved(row.version);
  const at = new Date(deps.ports.clock.now());
  const index = indexer(form, now.slots);
  const [before, after] = [index(row.values as FormValues), index(values)];
  await reindex(trx, compId, row, form, before, after);
  await updateRecord(trx, compId, row.id, {
    values: JSON.stringify(values),
    formVersion: form.version,
    version: row.version + 1,
    updatedAt: at,
    updatedBy: context.caller.nickName,
    ...(patch.callId && { callId: patch.callId }),
    ...slotSet(after.slots),
  });
  if (patch.callId) await linkOwnCall(trx, compId, row.id, patch.callId, at);
  const fresh = after.phones.filter((number) => !before.phones.includes(number));
  await linkPastCalls(trx, compId, row.id, fresh, new Date(at.getTime() - pastCallsMs));
  const version = row.version + 1;
  await tellOf(trx, compId, "record.updated", form, { ...row, version, values }, { at, key: String(version) });
  await deps.audit.write(trx, context, {
    ...about(compId, row.id, form, values),
    action: "update",
    before: inWords(form, row.values),
    after: inWords(form, values),
  });
  return saved(row.version + 1);
}

export const changeRecord = (
  deps: FormsDeps,
  compId: string,
  patch: RecordPatch,
  context: RequestContext,
): Promise<Saved> =>
  steadily(async () => {
    const { caller } = context;
    const published = await deps.ports.database.tenant(compId, async (trx) => {
      const scope: Scope = await scopeOf(deps.auth, trx, compId, caller);
      const row = await findRecord(trx, compId, patch.id, { scope });
      if (!row) throw new AppError("notFound");
      return publishedForm(deps, trx, await findForm(trx, compId, row.formId));
    });
    await checkPress(deps.auth, caller, published.form.formType, "update");
    const prepared = await prepare(deps, compId, caller, published.form, patch.values);
    return deps.ports.database.tenant(compId, (trx) =>
      inTransaction(deps, trx, { published, prepared, patch, compId }, context),
    );
  });

export const add = (deps: FormsDeps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<Saved> =>
  addRecord(deps, compOf(context.caller, body.compId), body, context);

export const update = (deps: FormsDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<Saved> =>
  changeRecord(deps, compOf(context.caller, body.compId), body, context);

export const updateField = (
  deps: FormsDeps,
  { fields, ...body }: BodyOf<Api["updateField"]>,
  context: RequestContext,
): Promise<Saved> => changeRecord(deps, compOf(context.caller, body.compId), { ...body, values: fields }, context);
