/** One record: its values, or all that a screen needs to show and change it. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, formDataApi, RecordValues } from "@liantai/api/contract/workorder";
import { holdsNumber, stricterRender, valueInWords, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import type { SeenOrder } from "../ports.ts";
import { roleRender, veilOf } from "../role-fields.ts";
import { mayDoTo } from "./buttons.ts";
import { changesOfRecord } from "./change-repository.ts";
import { callFacts } from "./popup-repository.ts";
import { masked, openValues, presentRecord, shownFacts, shownValue, shownValues } from "./present.ts";
import { findRecord, type RecordRow } from "./repository.ts";
import { publishedForm, type Published } from "./published.ts";
import { everything, scopeOf } from "./scope.ts";

interface Seen extends Published {
  readonly record: RecordRow;
  /** Without what the order's node hides from the asker. */
  readonly values: RecordValues;
  /** Fields that the asker's role does not see. */
  readonly veil: ReadonlySet<string>;
  /** The version it was written with. */
  readonly was: CompiledForm;
  /** Whose values these are, where the asker sees it. */
  readonly order: SeenOrder | undefined;
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
  const record = await findRecord(trx, compId, id, { scope: everything });
  if (!record) throw new AppError("notFound");
  const order = record.orderId ? await deps.orders.seen(trx, compId, caller, record.orderId) : undefined;
  if (!order && !(await findRecord(trx, compId, id, { scope }))) throw new AppError("notFound");
  const published = await publishedForm(deps, trx, await findForm(trx, compId, record.formId));
  const was = await deps.compiled.get(trx, compId, record.formId, record.formVersion);
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
    return presentRecord(record, shownValues(values, hide, form, was));
  });
}

type Find = typeof formDataApi.find;
type Change = ReplyOf<Find>["changes"][number];

/** Changes that are told of; all stand in the database. */
const mostChanges = 50;

/** What changed in words, masked as the values are, without what is hidden. */
async function changesFor(trx: Trx, compId: string, seen: Seen, hide: boolean): Promise<Change[]> {
  const { record, form, was, values, veil } = seen;
  const rows = await changesOfRecord(trx, compId, record.id, mostChanges);
  const hidden = record.hiddenFields.filter((name) => !Object.hasOwn(values, name));
  return rows.map(({ at, byName, changes }) => ({
    time: formatTime(at),
    by: byName,
    action: "编辑",
    fields: changes
      .filter(({ name }) => !hidden.includes(name) && !veil.has(name))
      .map(({ name, before, after }) => {
        const field = form.byName.get(name) ?? was.byName.get(name);
        const said = (value: unknown) => {
          if (!field) return "";
          return valueInWords(field, hide ? shownValue(field, value as FieldValue) : (value as FieldValue));
        };
        return { name, label: field?.label ?? name, before: said(before), after: said(after) };
      }),
  }));
}

/** Its telephone numbers, by sealed reference. */
function dialled(
  { refs }: FormsDeps,
  { compId, agentId }: Pick<RequestContext["caller"], "compId" | "agentId">,
  { record, form, values }: Pick<Seen, "record" | "form" | "values">,
  hide: boolean,
): ReplyOf<Find>["dial"] {
  if (agentId === null) return [];
  const numbers = form.fields.filter(({ content }) => holdsNumber(content));
  return numbers.flatMap((field) => {
    const number = values[field.name];
    if (typeof number !== "string" || number === "") return [];
    const name = [values["customerName"], values["workName"]].find((one) => typeof one === "string") as
      string | undefined;
    const ref = refs.seal({ compId, agentId }, { number, object: "formRecord", id: record.id, name: name ?? "" });
    return [{ field: field.name, label: field.label, number: hide ? masked(field, number) : number, ref }];
  });
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
    const { callId } = one.record;
    const facts = callId === null ? undefined : await callFacts(trx, compId, callId);
    return { ...one, call: facts, changes: await changesFor(trx, compId, one, hide) };
  });
  const { record, row, form, was, values, order } = seen;
  const may = (verb: "update" | "delete") => mayDoTo(deps.auth, caller, form.formType, verb);
  const added = { time: formatTime(record.createdAt), by: record.ownerName, action: "新增" };
  return {
    record: presentRecord(record, shownValues(values, hide, form, was)),
    formName: row.name,
    formType: form.formType,
    form: form.definition,
    history: Object.keys(values).flatMap((name) => {
      const field = form.byName.has(name) ? undefined : was.byName.get(name)?.field;
      return field ? [field] : [];
    }),
    otherRender: stricterRender(roleRender(row, caller), order?.render ?? {}),
    dial: dialled(deps, { compId, agentId: caller.agentId }, seen, hide),
    ...(call && { call: shownFacts(call, hide) }),
    changes: [...changes, added],
    allowed: {
      update: (await may("update")) && (!record.orderId || order?.maySave === true),
      delete: (await may("delete")) && (!record.orderId || order?.actions.includes("remove") === true),
      reveal: await deps.auth.mayDo(caller, "reveal"),
    },
    ...(order && {
      order: {
        ...{ id: order.id, workCode: order.workCode, title: order.title, state: order.state, seq: order.seq },
        ...{ nodeName: order.nodeName, actions: [...order.actions] },
      },
    }),
  };
}
