/** Values of orders: the same checks, keys, numbers and history as of any record, within what the order's node says. */
import { AppError, formatTime } from "@liantai/api/contract";
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  cardFields,
  checkRecord,
  sameValue,
  type CompiledForm,
  type FieldValue,
  type FormValues,
} from "@liantai/api/forms";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Trx } from "../../../ports/database.ts";
import { once } from "../../foreseen.ts";
import { gathered, isGathering } from "../../gathered.ts";
import { findForm } from "../definitions/repository.ts";
import type { CompiledForms } from "../compiled.ts";
import type { RecordDeps } from "../deps.ts";
import { draftGone } from "../drafts/of-order.ts";
import { veilOf } from "../role-fields.ts";
import type { LookedRecord, NewOrderValues, OrderFollow, OrderRecords, OrderWriter, RecordRef } from "../ports.ts";
import { fieldsSince } from "./change-repository.ts";
import { leftToServer } from "./filled.ts";
import { fill } from "./filling.ts";
import { createLinkRecords } from "./link-records.ts";
import { seenValues } from "./meanwhile.ts";
import { pastValues } from "./past.ts";
import { indexer } from "./indexing.ts";
import { filteredRecords } from "./list-repository.ts";
import { placeRecord, rememberMade, valuesInPlace } from "./place-repository.ts";
import { customersOf, withAbout } from "./order-about.ts";
import { createOrderTelling } from "./order-telling.ts";
import { orderRender } from "./order-render.ts";
import { ordersOfSameCustomers, recordsAmong, sourcesOf } from "./order-link-repository.ts";
import { callFacts } from "./popup-repository.ts";
import { own, PreparedOrder } from "./prepared-order.ts";
import { prepare } from "./preparing.ts";
import { valuesBack } from "./values-back.ts";
import { openValues, shownValue, shownValues } from "./present.ts";
import { pushRecord } from "./pushing.ts";
import { heldForm, hold, publishedForm, readForm } from "./published.ts";
import { readQuestions } from "./query.ts";
import { binRecords, findRecord, findRecords, leaveUnique, type RecordRow } from "./repository.ts";
import { changedValues, checkedValues, ownedBy, savedOf, unowned } from "./saving.ts";
import { everything } from "./scope.ts";
import { storeChange, storeNew } from "./storing.ts";
import { tagsOfRecords } from "./tag-repository.ts";

async function orderForm(
  deps: { readonly compiled: CompiledForms },
  trx: Trx,
  compId: string,
  formId: string,
  find = findForm,
) {
  const row = formId === "" ? undefined : await find(trx, compId, formId);
  if (row?.formType !== "workOrder") throw new AppError("refused", "请为流程选择工单表单");
  return publishedForm(deps, trx, row);
}

async function locked(trx: Trx, { compId, recordId }: Omit<RecordRef, "formId">): Promise<RecordRow> {
  const row = await findRecord(trx, compId, recordId, { scope: everything, lock: true });
  if (!row) throw new AppError("notFound", "工单数据不存在或已被删除");
  return row;
}

/** Of values of another form: those that this one has a field for and that it takes. */
function fitting(form: CompiledForm, values: RecordValues, now: number): FormValues {
  let given = Object.fromEntries(
    Object.entries(values).filter(([name]) => form.byName.has(name) && name !== "workCode"),
  ) as FormValues;
  for (;;) {
    const { values: kept, faults } = checkRecord(form, given, { now, draft: true });
    const wrong = new Set(faults.map(({ field }) => field).filter((name) => Object.hasOwn(given, name)));
    if (wrong.size === 0) return faults.length === 0 ? kept : {};
    given = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  }
}

/** What the flow writes itself: the order's number, and how far it was raised. */
function stamped(form: CompiledForm, values: RecordValues, { workCode, raised }: OrderFollow, now: number): FormValues {
  const made: Record<string, FieldValue> = {};
  if (workCode !== undefined && form.byName.get("workCode")?.type === "input") made["workCode"] = workCode;
  for (const { name, field, isNumber, type, maxLength } of raised ? form.fields : [])
    if (field.workOrderUpgrade === true && (type === "input" || type === "textarea") && raised)
      made[name] = isNumber
        ? String(raised.level)
        : `${raised.level}级，${raised.by}，${formatTime(now)}`.slice(0, maxLength);
  return { ...values, ...made } as FormValues;
}

/** Whether a limit that ran out is written into a field: of a form without one nothing is read and held. */
async function isStamped({ compiled }: RecordDeps, trx: Trx, compId: string, formId: string): Promise<boolean> {
  const row = await once(trx, `raised/${compId}/${formId}`, () => findForm(trx, compId, formId));
  if (!row || row.version === 0) return true;
  const form = await compiled.get(trx, compId, formId, row.version);
  return form.fields.some(({ field }) => field.workOrderUpgrade === true);
}

async function stamp(deps: RecordDeps, trx: Trx, ref: RecordRef, how: OrderFollow): Promise<void> {
  const { compId, formId } = ref;
  const held = await publishedForm(deps, trx, await heldForm(trx, compId, formId));
  const now = deps.ports.clock.now();
  // Into a form that has no field for it nothing is written, whatever the record has.
  if (Object.keys(stamped(held.form, {}, how, now)).length === 0) return;
  const row = await locked(trx, ref);
  const values = stamped(held.form, row.values, how, now);
  if (!sameValue(values, row.values))
    await storeChange(deps, trx, { compId, ...held }, row, { values, orderSeq: how.orderSeq }, { name: "系统" });
}

async function follow(deps: RecordDeps, trx: Trx, ref: RecordRef, how: OrderFollow): Promise<void> {
  const { compId, recordId, formId } = ref;
  if (how.workCode !== undefined || (how.raised && (await isStamped(deps, trx, compId, formId))))
    await stamp(deps, trx, ref, how);
  const groupId = how.groupId === "" ? null : how.groupId;
  await placeRecord(trx, compId, { id: recordId, groupId, hidden: how.hidden });
  if (!how.deleted) return;
  const row = await findRecord(trx, compId, recordId, { scope: everything });
  if (!row) return;
  const { row: form, form: compiled } = await publishedForm(deps, trx, await heldForm(trx, compId, formId));
  await leaveUnique(trx, compId, formId, indexer(compiled, form.slots)(row.values as FormValues).uniques);
  await binRecords(trx, compId, [recordId], new Date(deps.ports.clock.now()));
}

const valuesOf = async (trx: Trx, compId: string, ids: readonly string[]) =>
  new Map((await findRecords(trx, compId, ids, { scope: everything })).map((row) => [row.id, row]));

async function valuesNow(trx: Trx, { compId, recordId }: RecordRef): Promise<RecordValues> {
  if (!isGathering(trx)) return (await valuesInPlace(trx, compId, recordId)) ?? {};
  const rows = await gathered(trx, `values/${compId}`, recordId, (ids) => valuesOf(trx, compId, ids));
  const row = rows.get(recordId);
  return row?.values ?? (await findRecord(trx, compId, recordId, { scope: everything, deleted: true }))?.values ?? {};
}

async function look(deps: RecordDeps, trx: Trx, { compId, formId, recordId }: RecordRef): Promise<LookedRecord> {
  const row = await findRecord(trx, compId, recordId, { scope: everything });
  const { form } = await orderForm(deps, trx, compId, formId);
  return { form, values: row?.values ?? {}, source: row?.source ?? "manual" };
}

async function sees(
  deps: RecordDeps,
  trx: Trx,
  { compId, formId, recordId }: RecordRef,
  { caller, all }: Parameters<OrderRecords["sees"]>[2],
): ReturnType<OrderRecords["sees"]> {
  const { row: own, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
  const row = await findRecord(trx, compId, recordId, { scope: everything });
  return {
    hidden: [...veilOf(own, caller), ...(all ? [] : (row?.hiddenFields ?? []))],
    masked: hidesNumbers(caller) ? cardFields(form) : [],
  };
}

async function shown(
  deps: RecordDeps,
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  { caller, all }: Parameters<OrderRecords["shown"]>[3],
): Promise<ReadonlyMap<string, RecordValues>> {
  if (recordIds.length === 0) return new Map();
  const hide = hidesNumbers(caller);
  const found = new Map<string, RecordValues>();
  const rows = [
    ...(await findRecords(trx, compId, recordIds, { scope: everything })),
    ...(await findRecords(trx, compId, recordIds, { scope: everything, deleted: true })),
  ];
  for (const row of rows) {
    const was = await deps.compiled.withEarlier(trx, compId, row.formId, row.formVersion);
    const form = await findForm(trx, compId, row.formId);
    const veil = form ? veilOf(form, caller) : new Set<string>();
    found.set(row.id, shownValues(openValues(row, all, veil), hide, was));
  }
  return found;
}

/** What it means for its values who writes them. */
function whose(by: OrderWriter) {
  if (!("caller" in by)) return { owner: unowned, writer: { name: by.name }, hides: false };
  const { caller } = by;
  return { owner: ownedBy(caller), writer: { name: caller.nickName, context: by }, hides: hidesNumbers(caller) };
}

const storedOf = ({ recordId, orderId, source, callId, chat, parentId }: NewOrderValues) => ({
  ...{ id: recordId, orderId, source, callId, chat, parentId },
});

async function copy(deps: RecordDeps, trx: Trx, order: NewOrderValues, from: RecordRef): Promise<void> {
  const { compId, formId } = order;
  const held = await orderForm(deps, trx, compId, formId, heldForm);
  const parent = await locked(trx, from);
  const values = fitting(held.form, parent.values, deps.ports.clock.now());
  const { ownerId, ownerName, groupId } = parent;
  const stored = { ...storedOf(order), values, owner: { ownerId, ownerName, groupId } };
  await storeNew(deps, trx, { compId, ...held }, stored, { name: "系统" });
  rememberMade(trx, order.recordId, values, groupId);
}

export const createOrderRecords = (deps: RecordDeps): OrderRecords => ({
  ...createLinkRecords(deps),
  ...createOrderTelling(deps),

  isForm: async (trx, compId, formId) => (await findForm(trx, compId, formId))?.formType === "workOrder",
  fields: async (trx, compId, formId) =>
    (await orderForm(deps, trx, compId, formId)).form.fields.map(({ name }) => name),

  async prepare({ caller }, compId, formId, values, about) {
    const published = await readForm(deps, compId, formId);
    const { form } = published;
    const given = await withAbout(deps, compId, form, values, about, caller);
    const prepared = await prepare(deps, compId, caller, published, given, about?.callId);
    return new PreparedOrder(published, leftToServer(prepared, values));
  },

  async create(trx, order, given, by) {
    const { published, prepared } = own(given);
    const { form } = published;
    await orderForm(deps, trx, order.compId, order.formId, heldForm);
    const held = { compId: order.compId, form: prepared.naming(form), row: await hold(trx, published) };
    const values = checkedValues(form, prepared.given, prepared, undefined, { draft: true, otherRender: orderRender });
    const { owner, writer } = whose(by);
    await storeNew(deps, trx, held, { ...storedOf(order), values, owner }, writer);
    await draftGone(trx, order, by);
    rememberMade(trx, order.recordId, values, owner.groupId);
  },

  recheck(given) {
    const { published, prepared } = own(given);
    return new PreparedOrder(published, { ...prepared, given: {} });
  },

  copy: (trx, order, from) => copy(deps, trx, order, from),

  read: valuesNow,

  async save(trx, ref, given, { render, complete, version, over, callId, orderSeq }, by) {
    const { published, prepared } = own(given);
    const { form } = published;
    const held = { compId: ref.compId, form: prepared.naming(form), row: await hold(trx, published) };
    const row = await locked(trx, ref);
    const { writer, hides } = whose(by);
    const seen = await seenValues(trx, ref.compId, row, { version, over });
    const patch = { version, values: prepared.given, seen };
    const more = { draft: !complete, otherRender: { ...render, ...orderRender } };
    const call = callId ?? row.callId;
    const known = { ...prepared, ...(call && (await callFacts(trx, ref.compId, call))) };
    const values = changedValues(form, row, patch, known, hides, more);
    if (!values || (sameValue(values, row.values) && !callId)) return { ...savedOf(form, row), changed: false };
    const saved = await storeChange(deps, trx, held, row, { values, callId, orderSeq }, writer);
    return { ...savedOf(form, { id: row.id, version: saved, values }), changed: true };
  },

  follow: (trx, ref, how) => follow(deps, trx, ref, how),
  past: pastValues,

  look: (trx, ref) => look(deps, trx, ref),
  sees: (trx, ref, who) => sees(deps, trx, ref, who),

  fill: (trx, ref, given, how) => fill(deps, trx, ref, own(given), how),

  push: async (trx, { compId, recordId }) => pushRecord(deps, trx, compId, await locked(trx, { compId, recordId })),

  valuesBack,

  async conflicts(trx, { compId, recordId, formId }, seq, values, caller) {
    const since = new Set(await fieldsSince(trx, compId, recordId, seq));
    const row = await findRecord(trx, compId, recordId, { scope: everything });
    if (!row) return [];
    const { row: own, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const hide = hidesNumbers(caller);
    const veil = veilOf(own, caller);
    return Object.entries(values).flatMap(([name, mine]) => {
      const theirs = row.values[name];
      if (!since.has(name) || veil.has(name) || row.hiddenFields.includes(name) || sameValue(mine, theirs)) return [];
      const field = form.byName.get(name);
      const said = field && hide ? shownValue(field, theirs as FieldValue) : theirs;
      return [{ field: name, label: field?.label ?? name, mine: mine ?? null, theirs: said ?? null }];
    });
  },

  shown: (trx, compId, ids, who) => shown(deps, trx, compId, ids, who),

  async matching(trx, compId, formId, filters, caller) {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const asked = readQuestions(form, row, filters, hidesNumbers(caller), veilOf(row, caller));
    const guarded = !(await deps.auth.mayDo(caller, "dataAll", trx));
    return filteredRecords(trx, { compId, formId, scope: everything, asked, filters: { formId }, guarded }).select(
      "r.id",
    );
  },

  among: recordsAmong,
  tags: tagsOfRecords,
  sources: sourcesOf,
  customersOf: (trx, compId, orderId, caller) => customersOf(deps, trx, compId, orderId, caller),
  ofSameCustomers: ordersOfSameCustomers,
});
