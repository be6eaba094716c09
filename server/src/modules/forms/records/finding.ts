/** One record: its values, or all that a screen needs to show and change it. */
import { AppError, formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, formDataApi, RecordVerb } from "@liantai/api/contract/workorder";
import { customerNameIn, holdsNumber, stricterRender, textIn } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { namedForms } from "../definitions/other-options.ts";
import { findForm } from "../definitions/repository.ts";
import type { RecordEventKind } from "../../../ports/schema/beside-records.ts";
import type { FormsDeps } from "../deps.ts";
import { roleRender, veilOf } from "../role-fields.ts";
import { besideRecords } from "./beside.ts";
import { mayDoTo } from "./buttons.ts";
import { changeLine } from "./change-words.ts";
import { changesOfRecord } from "./change-repository.ts";
import { eventsOfRecord } from "./event-repository.ts";
import { numbersOfRecords, type MoreNumber } from "./number-repository.ts";
import { callFacts } from "./popup-repository.ts";
import { masked, openValues, presentRecord, shownFacts, shownValues, titleIsVeiled } from "./present.ts";
import { findRecord, survivorOf, type RecordRow } from "./repository.ts";
import { publishedForm } from "./published.ts";
import { everything, poolScope, scopeOf } from "./scope.ts";
import type { Seen } from "./seen.ts";

/** Of the pool: who may claim it may look at it. Throws AppError 'notFound'. */
async function checkPool(
  deps: Pick<FormsDeps, "auth">,
  trx: Trx,
  compId: string,
  { id, formId }: RecordRow,
  caller: Caller,
) {
  const pool = await poolScope(deps.auth, trx, compId, caller);
  const form = (await findRecord(trx, compId, id, { scope: pool })) && (await findForm(trx, compId, formId));
  if (!form || !(await mayDoTo(deps.auth, caller, form.formType, "claim", trx))) throw new AppError("notFound");
}

/** Within the asker's data scope, or of an order that he sees. Throws AppError 'notFound'. */
export async function seenRecord(
  deps: Pick<FormsDeps, "auth" | "compiled" | "orders">,
  trx: Trx,
  compId: string,
  id: string,
  { caller }: Pick<RequestContext, "caller">,
): Promise<Seen> {
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const record =
    (await findRecord(trx, compId, id, { scope: everything })) ??
    // Merged: its id leads on.
    (await findRecord(trx, compId, await survivorOf(trx, compId, id), { scope: everything }));
  if (!record) throw new AppError("notFound");
  const order = record.orderId ? await deps.orders.seen(trx, compId, caller, record.orderId) : undefined;
  if (!order && !(await findRecord(trx, compId, record.id, { scope })))
    await checkPool(deps, trx, compId, record, caller);
  const published = await publishedForm(deps, trx, await findForm(trx, compId, record.formId));
  const was = await deps.compiled.withEarlier(trx, compId, record.formId, record.formVersion);
  const veil = veilOf(published.row, caller);
  return { record, order, was, veil, values: openValues(record, scope.kind === "all", veil), ...published };
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
    const { record, values, form, was } = await seenRecord(deps, trx, compId, id, context);
    const beside = await besideRecords(trx, compId, [record.id], hide);
    return { ...presentRecord(record, shownValues(values, hide, form, was)), ...beside(record.id) };
  });
}

type Find = typeof formDataApi.find;
type Change = ReplyOf<Find>["changes"][number];

/** Changes that are told of; all stand in the database. */
const mostChanges = 50;

type Line = ReturnType<typeof changeLine>;

/** What changed in words, masked as the values are, without what is hidden. */
async function changesFor(trx: Trx, compId: string, seen: Seen): Promise<(line: Line) => Change[]> {
  const rows = await changesOfRecord(trx, compId, seen.record.id, mostChanges);
  return (line) =>
    rows.map(({ at, byName, changes }) => ({
      ...{ time: formatTime(at), by: byName, action: "编辑" },
      fields: changes.flatMap((change) => line(change) ?? []),
    }));
}

const eventActions: Readonly<Record<RecordEventKind, string>> = {
  tags: "标记",
  numbers: "修改号码",
  merge: "合并",
  pool: "流转",
};

interface History {
  /** In words; dictionaries are read outside of the transaction. */
  readonly changes: (line: Line) => Change[];
  /** Whose it was when it was made. */
  readonly firstOwner: string;
}

/** Changes of its values and what befell it beside them, newest first. */
async function historyOf(trx: Trx, compId: string, seen: Seen, hide: boolean): Promise<History> {
  const changes = await changesFor(trx, compId, seen);
  const rows = await eventsOfRecord(trx, compId, seen.record.id, mostChanges);
  const veiled = titleIsVeiled(seen.form, seen.veil);
  const said = (kind: RecordEventKind, text: string) =>
    kind === "merge" && veiled ? "" : hide ? maskNumbers(text) : text;
  const events = rows.map(({ at, byName, kind, label, before, after }): Change => ({
    time: formatTime(at),
    by: byName,
    action: eventActions[kind],
    fields: [{ name: kind, label, before: said(kind, before), after: said(kind, after) }],
  }));
  const moved = rows.findLast(({ kind }) => kind === "pool");
  return {
    // Each list is in its order already, and stays so among equal seconds.
    changes: (line) =>
      [...changes(line), ...events]
        .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
        .slice(0, mostChanges),
    firstOwner: moved?.before ?? seen.record.ownerName,
  };
}

/** Its telephone numbers, by sealed reference. */
function dialled(
  { refs }: FormsDeps,
  { compId, agentId }: Pick<RequestContext["caller"], "compId" | "agentId">,
  { record, form, values, more }: Pick<Seen, "record" | "form" | "values"> & { readonly more: readonly MoreNumber[] },
  hide: boolean,
): ReplyOf<Find>["dial"] {
  if (agentId === null) return [];
  const name = customerNameIn(values) || textIn(values, "workName");
  const seal = (number: string) =>
    refs.seal({ compId, agentId }, { number, object: "formRecord", id: record.id, name });
  const fields = form.fields.filter(({ content }) => holdsNumber(content));
  return [
    ...fields.flatMap((field) => {
      const number = values[field.name];
      if (typeof number !== "string" || number === "") return [];
      const shown = hide ? masked(field, number) : number;
      return [{ field: field.name, label: field.label, number: shown, ref: seal(number) }];
    }),
    ...more.map(({ id: numberId, number, note }) => ({
      ...{
        field: "",
        numberId,
        label: note || "其他号码",
        number: hide ? maskPhone(number) : number,
        ref: seal(number),
      },
    })),
  ];
}

export async function find(
  deps: FormsDeps,
  { id, compId: named }: BodyOf<Find>,
  context: RequestContext,
): Promise<ReplyOf<Find>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  const { changes, call, ...seen } = await deps.ports.database.tenant(compId, async (trx) => {
    const one = await seenRecord(deps, trx, compId, id, context);
    const { callId, id: recordId } = one.record;
    const facts = callId === null ? undefined : await callFacts(trx, compId, callId);
    const beside = (await besideRecords(trx, compId, [recordId], hide))(recordId);
    const more = (await numbersOfRecords(trx, compId, [recordId])).get(recordId) ?? [];
    const robotNumber = await deps.numberForms.ofRobot(trx, compId, [id, recordId], callId);
    return { ...one, call: facts, beside, more, robotNumber, ...(await historyOf(trx, compId, one, hide)) };
  });
  const { record, row, form, was, values, order, beside } = seen;
  const forms = await namedForms(deps.ports.database, compId, seen);
  const { otherOptions } = forms.form;
  const may = (verb: RecordVerb) => mayDoTo(deps.auth, caller, form.formType, verb);
  const added = { time: formatTime(record.createdAt), by: seen.firstOwner, action: "新增" };
  return {
    record: { ...presentRecord(record, shownValues(values, hide, form, was)), ...beside },
    formName: row.name,
    formType: form.formType,
    form: form.definition,
    // In the order of the version that it was written with, and behind it of those before.
    history: [...was.byName].flatMap(([name, { field }]) =>
      form.byName.has(name) || !Object.hasOwn(values, name) ? [] : [field],
    ),
    ...(Object.keys(otherOptions).length > 0 && { otherOptions }),
    otherRender: stricterRender(roleRender(row, caller), order?.render ?? {}),
    dial: dialled(deps, { compId, agentId: caller.agentId }, seen, hide),
    ...(seen.robotNumber && { robotNumber: true }),
    ...(call && { call: shownFacts(call, hide) }),
    changes: [...changes(changeLine(forms, hide)), added],
    allowed: {
      update: (await may("update")) && (!record.orderId || order?.maySave === true),
      delete: (await may("delete")) && (!record.orderId || order?.actions.includes("remove") === true),
      reveal: await deps.auth.mayDo(caller, "reveal"),
      tag: await may("tag"),
    },
    ...(order && {
      order: {
        ...{ id: order.id, workCode: order.workCode, title: order.title, state: order.state, seq: order.seq },
        ...{ nodeName: order.nodeName, actions: [...order.actions] },
      },
    }),
  };
}
