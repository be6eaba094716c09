/** Records are added and changed: checked by the newest version of their form, found by what it says, told to whoever listens. */
import { AppError, formatDigits, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, FieldOverride, RecordSource, RecordValues } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  hiddenIn,
  checkRecord,
  isEmptyValue,
  isRecord,
  sameValue,
  stricterRender,
  type CompiledForm,
  type FormContext,
  type FormValues,
} from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps } from "../deps.ts";
import { dropDraft, type DraftPlace } from "../drafts/repository.ts";
import { checkDuplicates } from "../duplicates/checking.ts";
import { checkPress } from "./buttons.ts";
import { codeOf } from "./codes.ts";
import { leftToServer, withKnown, withNumber } from "./filled.ts";
import { seenRecord } from "./finding.ts";
import { seenValues } from "./meanwhile.ts";
import { withLookedNumbers } from "./looked-numbers.ts";
import { keptOf, mineAlone } from "./meeting.ts";
import { checkReferences, prepare, type Prepared } from "./preparing.ts";
import { unmasked } from "./masks.ts";
import { hold, readForm, steadily, type Published } from "./published.ts";
import { valuesRefusal } from "./refusals.ts";
import { findRecord, nextCode, type RecordRow } from "./repository.ts";
import { scopeOf } from "./scope.ts";
import { storeChange, storeNew } from "./storing.ts";

type Api = typeof customerFormDataApi;
type Saved = ReplyOf<Api["add"]>;

/** What the place says where it is written: a node of a flow. */
type More = Pick<FormContext, "otherRender" | "draft">;

/** What was typed of the fields, checked. Throws AppError 'invalid' naming values.KEY. */
export function checkedValues(
  form: CompiledForm,
  given: RecordValues,
  prepared: Prepared,
  stored?: RecordValues,
  more: More = {},
): FormValues {
  const { cascade } = prepared;
  // What is kept stays good, though its option went.
  const placed = (name: string, ids: readonly string[]) => {
    const kept = stored?.[name];
    return isRecord(kept) && sameValue(kept.ids, ids) ? "leaf" : cascade(name, ids);
  };
  const { values, faults } = checkRecord(form, given as FormValues, {
    ...prepared,
    ...more,
    otherRender: stricterRender(prepared.otherRender, more.otherRender ?? {}),
    cascade: placed,
    ...(stored && { stored: stored as FormValues }),
  });
  if (faults.length > 0) throw valuesRefusal(faults);
  checkReferences(prepared, form, stored ?? {});
  return values;
}

export interface NewRecord {
  readonly formId: string;
  readonly values: RecordValues;
  /** What is known beside them, for text fields of these names that nothing was typed into. */
  readonly known?: Readonly<Record<string, string>>;
  readonly source?: RecordSource | undefined;
  readonly callId?: string | undefined;
  readonly parentId?: string | undefined;
  /** Where its draft was kept; absent: as of a new record of the call, or of none. */
  readonly draft?: Pick<DraftPlace, "callId" | "aboutId">;
  /** 1: though it is probably there already. */
  readonly acceptDuplicates?: number | undefined;
  /** In the transaction that stores it. */
  readonly also?: (trx: Trx, id: string) => Promise<void>;
}

/** Of a form with a number of its own that nobody typed: the next one. A number that is given to nobody stays free. */
export async function withCode(
  deps: Pick<FormsDeps, "ports">,
  { row, form }: Published,
  given: RecordValues,
  prepared: Prepared,
) {
  const field = codeFieldOf(form);
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
  { formId, values: sent, known = {}, source, callId, parentId, draft = { callId }, acceptDuplicates, also }: NewRecord,
  context: RequestContext,
): Promise<Saved> =>
  steadily(async () => {
    const { caller } = context;
    const published = await readForm(deps, compId, formId);
    const { form } = published;
    await checkPress(deps.auth, caller, form.formType, "add");
    const typed = await withLookedNumbers(deps, compId, form, sent, caller);
    const numbered = await withNumber(deps, compId, form, withKnown(form, typed, known), callId);
    const prepared = leftToServer(await prepare(deps, compId, caller, published, numbered, callId), typed, form, known);
    const given = await withCode(deps, published, prepared.given, prepared);
    const values = checkedValues(form, given, prepared);
    const { ports } = deps;
    const id = ports.random.id();
    await ports.database.tenant(compId, async (trx) => {
      const row = await hold(trx, published);
      if (parentId) await checkParent(deps, trx, compId, parentId, caller);
      const held = { compId, row, form: prepared.naming(form) };
      await checkDuplicates(deps, trx, held, { values, accept: acceptDuplicates === 1 }, caller);
      await storeNew(
        deps,
        trx,
        held,
        {
          ...{ id, values, source: source ?? (callId ? "call" : "manual"), owner: ownedBy(caller), orderId: null },
          ...{ callId: callId ?? null, parentId: parentId ?? null },
        },
        { name: caller.nickName, context },
      );
      await dropDraft(trx, compId, caller.userId, { ...draft, formId });
      await also?.(trx, id);
    });
    return savedOf(form, { id, version: 1, values });
  });

export const savedOf = (
  form: CompiledForm,
  { id, version, values }: { readonly id: string; readonly version: number; readonly values: RecordValues },
): Saved => {
  const code = codeFieldOf(form);
  return { id, version, formVersion: form.version, code: code ? String(values[code.name] ?? "") : "" };
};

export const ownedBy = ({ userId, nickName, groupId }: Caller) => ({ ownerId: userId, ownerName: nickName, groupId });

/** What nobody wrote. */
export const unowned = { ownerId: "", ownerName: "", groupId: null } as const;

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
  /** Numbers that its fields lose stay beside them; what was typed elsewhere stays a draft. */
  readonly keepNumbers?: true;
  /** 1: though it is probably there already. */
  readonly acceptDuplicates?: number | undefined;
  /** Fields whose newer value was shown, and that are written over it. */
  readonly over?: FieldOverride | undefined;
  /** A field that gets back what it was: its files need not be the writer's own. */
  readonly back?: string;
}

const withoutStrange = (prepared: Prepared, field: string | undefined): Prepared =>
  field === undefined
    ? prepared
    : { ...prepared, strangeFiles: new Map([...prepared.strangeFiles].filter(([name]) => name !== field)) };

/** The record as it becomes. `undefined`: it is so already, whoever wrote it. `seen`: as the writer saw it, where it has gone on since. */
export function changedValues(
  form: CompiledForm,
  row: RecordRow,
  {
    version,
    values: typed,
    seen,
  }: Pick<RecordPatch, "version" | "values"> & { readonly seen?: RecordValues | undefined },
  prepared: Prepared,
  hide: boolean,
  more: More = {},
): FormValues | undefined {
  let given = hide ? unmasked(typed, seen ?? row.values, form) : typed;
  if (version !== undefined && version !== row.version) {
    // What the writer does not see is refused by name, and told to nobody.
    const unseen = hiddenIn(prepared.otherRender);
    if (Object.keys(given).some((name) => unseen.has(name))) checkedValues(form, given, prepared, row.values, more);
    given = mineAlone(
      form,
      row,
      Object.fromEntries(Object.entries(given).filter(([name]) => !unseen.has(name))),
      seen,
      hide,
    );
    if (Object.keys(given).length === 0) return undefined;
  }
  const checked = checkedValues(form, given, prepared, row.values, more);
  const gone = Object.entries(row.values).filter(([name]) => !form.byName.has(name));
  return { ...Object.fromEntries(gone), ...checked } as FormValues;
}

async function changeOwn(
  deps: FormsDeps,
  compId: string,
  published: Published,
  patch: RecordPatch,
  madeIn: string | null,
  context: RequestContext,
): Promise<Saved> {
  const { caller } = context;
  const { form } = published;
  await checkPress(deps.auth, caller, form.formType, "update");
  const looked = await withLookedNumbers(deps, compId, form, patch.values, caller);
  const asked = await prepare(deps, compId, caller, published, looked, patch.callId ?? madeIn);
  const prepared = withoutStrange(asked, patch.back);
  return deps.ports.database.tenant(compId, async (trx) => {
    const held = { compId, form: prepared.naming(form), row: await hold(trx, published) };
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const row = await findRecord(trx, compId, patch.id, { scope, lock: true });
    if (!row) throw new AppError("notFound");
    const seen = await seenValues(trx, compId, row, patch);
    const change = { ...patch, values: prepared.given, seen };
    const values = changedValues(form, row, change, prepared, hidesNumbers(caller));
    const { callId, keepNumbers } = patch;
    if (!keepNumbers) await dropDraft(trx, compId, caller.userId, { formId: row.formId, recordId: row.id });
    if (!values) return savedOf(form, row);
    const saving = { before: row, values, accept: patch.acceptDuplicates === 1 };
    await checkDuplicates(deps, trx, held, saving, caller);
    const writer = { name: caller.nickName, context };
    const version = await storeChange(deps, trx, held, row, { values, callId, keepNumbers }, writer);
    return { ...savedOf(form, { id: row.id, version, values }), ...(seen && keptOf(form, row, seen, prepared)) };
  });
}

/** A record of its own is changed here; the values of an order with a step of the order. */
export const changeRecord = (
  deps: FormsDeps,
  compId: string,
  patch: RecordPatch,
  context: RequestContext,
): Promise<Saved> =>
  steadily(async () => {
    const { record, row, form } = await deps.ports.database.tenant(compId, (trx) =>
      seenRecord(deps, trx, compId, patch.id, context),
    );
    if (!record.orderId) return changeOwn(deps, compId, { row, form }, patch, record.callId, context);
    await checkPress(deps.auth, context.caller, form.formType, "update");
    const saved = await deps.orders.save(context, compId, record.orderId, patch);
    const draft = { formId: record.formId, recordId: record.id };
    await deps.ports.database.tenant(compId, (trx) => dropDraft(trx, compId, context.caller.userId, draft));
    return saved;
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
