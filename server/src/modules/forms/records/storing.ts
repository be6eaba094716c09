/** A record as it is written, with all that finds it, links it and tells of it: in the transaction of whoever checked its values. */
import { dayMs } from "@liantai/api/contract";
import type { RecordSource, RecordValues } from "@liantai/api/contract/workorder";
import type { CompiledForm, FormValues } from "@liantai/api/forms";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { foreseeFollowUps, followUpRecord } from "../../followups/index.ts";
import { together } from "../../foreseen.ts";
import { queueTriggers } from "../../automation/index.ts";
import type { FormRow } from "../definitions/repository.ts";
import type { RecordDeps } from "../deps.ts";
import type { OfChat } from "../gathered-port.ts";
import { changesOf, insertChange } from "./change-repository.ts";
import { indexer, type Indexed } from "./indexing.ts";
import { linkOwnCall, linkPastCalls, linkRecords } from "./link-repository.ts";
import { deleteNumbers, findByNumbers, insertNumbers } from "./number-repository.ts";
import { linkLookups, linkOrder } from "./order-link-repository.ts";
import { inWords, titleOf } from "./present.ts";
import { forgetValues } from "./place-repository.ts";
import { popupCall } from "./popup-repository.ts";
import { takenRefusal } from "./refusals.ts";
import {
  deleteFinders,
  insertFinders,
  insertRecords,
  leaveUnique,
  slotSet,
  takeUnique,
  updateRecord,
  type RecordRow,
} from "./repository.ts";
import { tellOf } from "./telling.ts";

/** Calls of so long ago stand on a new record's timeline. */
const pastCallsMs = 30 * dayMs;

/** Who writes. Without a request nothing stands in the operation log: it was the engine, and the order's history says so. */
export interface Writer {
  readonly name: string;
  readonly context?: RequestContext;
}

/** A form that is held, so that nobody publishes it meanwhile. */
export interface Held {
  readonly compId: string;
  readonly row: FormRow;
  readonly form: CompiledForm;
}

const fieldsOf = (keys: readonly { readonly field: string }[]): string[] => [
  ...new Set(keys.map(({ field }) => field)),
];

const about = (compId: string, id: string, form: CompiledForm, values: RecordValues) => ({
  compId,
  object: "formRecord",
  id,
  name: titleOf(form, values),
});

/** The values of an order are looked at with it. */
const happening = (compId: string, of: Pick<RecordRow, "id" | "formId" | "orderId">, at: Date) => ({
  ...{ compId, formId: of.formId, at },
  ...(of.orderId === null
    ? ({ kind: "record", subjectId: of.id } as const)
    : ({ kind: "order", subjectId: of.orderId } as const)),
});

export interface Stored {
  readonly id: string;
  readonly values: FormValues;
  readonly source: RecordSource;
  readonly owner: { readonly ownerId: string; readonly ownerName: string; readonly groupId: string | null };
  readonly callId: string | null;
  readonly chat?: OfChat | undefined;
  readonly parentId: string | null;
  readonly orderId: string | null;
}

/** A record belongs to calls of its own enterprise alone. Throws AppError 'invalid' naming callId. */
async function belongsTo(trx: Trx, compId: string, id: string, callId: string, at: Date): Promise<void> {
  if (!(await popupCall(trx, compId, callId))) throw fieldRefusal("callId", "通话编号", "通话不存在");
  await linkOwnCall(trx, compId, id, callId, at);
}

export async function storeNew(
  { ports, audit }: Pick<RecordDeps, "ports" | "audit">,
  trx: Trx,
  { compId, row, form }: Held,
  { id, values, source, owner, callId, chat, parentId, orderId }: Stored,
  { name, context }: Writer,
): Promise<void> {
  const { formId } = form;
  const at = new Date(ports.clock.now());
  const indexed = indexer(form, row.slots)(values);
  const taken = await takeUnique(trx, compId, formId, indexed.uniques);
  if (taken.length > 0) throw takenRefusal(form, fieldsOf(taken));
  const record = {
    ...{ compId, formId, id, formVersion: form.version, version: 1, values: JSON.stringify(values), source },
    ...{ ...owner, callId, parentId, orderId, createdAt: at, updatedAt: at, updatedBy: name },
    ...slotSet(indexed.slots),
  };
  const told = { id, version: 1, values, source, ownerName: owner.ownerName, createdAt: at, callId };
  const isOrder = form.formType === "workOrder";
  if (!isOrder) foreseeFollowUps(trx, compId, formId);
  // None of these needs another one's answer; what hangs on the record goes out after it.
  await together([
    insertRecords(trx, [record]),
    insertFinders(trx, compId, [{ id, formId, createdAt: at, indexed }]),
    callId ? belongsTo(trx, compId, id, callId, at) : undefined,
    chat && linkRecords(trx, compId, [id], { kind: "chat", contactId: chat.id, at: chat.at }),
    linkPastCalls(trx, compId, id, indexed.phones, new Date(at.getTime() - pastCallsMs)),
    tellOf(trx, compId, "record.created", form, told, { at, key: "1" }),
    queueTriggers(trx, happening(compId, { id, formId, orderId }, at), [{ key: "1", event: "record.created" }]),
    context &&
      audit.write(trx, context, { ...about(compId, id, form, values), action: "add", after: inWords(form, values) }),
  ]);
  if (orderId) await linkOrder(trx, compId, orderId, at, { form, values, phones: indexed.phones, isNew: true });
  await linkLookups(trx, compId, id, at, { form, values, isOrder: orderId !== null, isNew: true });
  if (!isOrder) await followUpRecord(trx, ports, { compId, formId, recordId: id, by: context?.caller.agentId ?? "" });
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
  await findByNumbers(trx, compId, [id]);
}

/** The record is locked; its version is the reply. */
export async function storeChange(
  { ports, audit }: Pick<RecordDeps, "ports" | "audit">,
  trx: Trx,
  { compId, row: formRow, form }: Held,
  row: RecordRow,
  change: {
    readonly values: FormValues;
    readonly callId?: string | undefined;
    readonly orderSeq?: number;
    readonly keepNumbers?: true | undefined;
  },
  { name, context }: Writer,
): Promise<number> {
  const { values, callId, orderSeq, keepNumbers } = change;
  const at = new Date(ports.clock.now());
  const index = indexer(form, formRow.slots);
  const [before, after] = [index(row.values as FormValues), index(values)];
  const version = row.version + 1;
  const lost = before.phones.filter((number) => !after.phones.includes(number));
  // What a field holds now stands there alone.
  await deleteNumbers(trx, compId, row.id, after.phones);
  await reindex(trx, compId, row, form, before, after);
  if (keepNumbers)
    await insertNumbers(
      ...([trx, compId, row.id] as const),
      lost.map((number) => ({ id: ports.random.id(), number, note: "", createdAt: at })),
    );
  forgetValues(trx, row.id);
  await updateRecord(trx, compId, row.id, {
    ...{ values: JSON.stringify(values), formVersion: form.version, version, updatedAt: at, updatedBy: name },
    ...(callId && { callId }),
    ...slotSet(after.slots),
  });
  const changes = changesOf(row.values, values);
  await insertChange(trx, { compId, recordId: row.id, version, at, byName: name, orderSeq, changes });
  if (callId) await belongsTo(trx, compId, row.id, callId, at);
  const fresh = after.phones.filter((number) => !before.phones.includes(number));
  await linkPastCalls(trx, compId, row.id, fresh, new Date(at.getTime() - pastCallsMs));
  if (row.orderId) await linkOrder(trx, compId, row.orderId, row.createdAt, { form, values, phones: after.phones });
  await linkLookups(trx, compId, row.id, row.createdAt, { form, values, isOrder: row.orderId !== null });
  await tellOf(trx, compId, "record.updated", form, { ...row, version, values }, { at, key: String(version) });
  const changed = changes.map(({ name: field }) => field);
  await queueTriggers(trx, happening(compId, row, at), [{ key: String(version), event: "record.updated", changed }]);
  if (context)
    await audit.write(trx, context, {
      ...about(compId, row.id, form, values),
      action: "update",
      before: inWords(form, row.values),
      after: inWords(form, values),
    });
  return version;
}
