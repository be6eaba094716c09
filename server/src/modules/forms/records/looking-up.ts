/** What look-up fields offer: records, calls or seats that fit what is typed, ten at most. */
import { formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { formDataApi } from "@liantai/api/contract/workorder";
import {
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type FormType,
  type LookupTarget,
} from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { callsMasked } from "../../records/index.ts";
import { findForm, formIdsOf } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { listQuery } from "./listing.ts";
import { pageOfRecords } from "./list-repository.ts";
import { numberIsVeiled, veilOf } from "../role-fields.ts";
import { callsLike, recordTargets, seatsLike } from "./lookup-repository.ts";
import { openValues, shownValues } from "./present.ts";
import { scopeOf } from "./scope.ts";

type Api = (typeof formDataApi)["lookup"];
type Hit = ReplyOf<Api>[number];

const most = 10;
const titles: Readonly<Record<FormType, string>> = {
  customer: "customerName",
  workOrder: "workName",
  contact: "name",
  task: "taskMark",
};

/** By what records of a form are called. */
const titleOf = (form: CompiledForm): CompiledField | undefined =>
  form.byName.get(titles[form.formType]) ?? form.fields.find(({ type }) => type === "input");

/** Of a form that keeps codes where a list can ask them. */
function codeQuestion(form: CompiledForm, indexing: readonly string[], code: string) {
  const field = form.byName.get("customerCode");
  if (!field?.field.query || !field.filterOps.includes("equals") || indexing.includes(field.name)) return undefined;
  return { filters: [{ name: field.name, op: "equals", value: code }] };
}

/** A whole number asks for whose it is, else the name is asked; too little for either: the newest. */
function questionOf(form: CompiledForm, indexing: readonly string[], text: string) {
  if (/^\d{3,20}$/.test(text)) return { phone: text };
  const title = titleOf(form);
  const asked = title?.field.query === true && title.filterOps.includes("contains") && !indexing.includes(title.name);
  return asked && [...text].length >= 2 ? { filters: [{ name: title.name, op: "contains", value: text }] } : {};
}

async function recordsLike(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  asked: { readonly to: LookupTarget; readonly formId: string; readonly text: string; readonly code: string },
  caller: Caller,
): Promise<Hit[]> {
  const { to, formId, text, code } = asked;
  const hide = hidesNumbers(caller);
  const hits: Hit[] = [];
  for (const id of formId ? [formId] : await formIdsOf(trx, compId, recordTargets[to]!)) {
    const row = await findForm(trx, compId, id);
    if (!row || row.version === 0 || row.formType !== recordTargets[to]) continue;
    const form = await deps.compiled.get(trx, compId, id, row.version);
    const veil = veilOf(row, caller);
    const question = code === "" ? questionOf(form, row.indexing, text) : codeQuestion(form, row.indexing, code);
    if (!question || question.filters?.some(({ name }) => veil.has(name))) continue;
    if ("phone" in question && numberIsVeiled(form, veil)) continue;
    const query = await listQuery(deps, trx, compId, { formId: id, ...question }, caller);
    const title = titleOf(form);
    for (const record of await pageOfRecords(trx, query, { limit: most - hits.length })) {
      if (to === "order" && record.orderId === null) continue;
      const values = shownValues(openValues(record, query.scope.kind === "all", query.veil), hide, form);
      const words = (field: CompiledField | undefined): string =>
        field ? valueInWords(field, values[field.name] as FieldValue | undefined) : "";
      const number = words(form.byName.get("customerCode") ?? form.byName.get("workCode"));
      hits.push({
        id: to === "order" ? record.orderId! : record.id,
        label: words(title) || number || record.id,
        note: [number, words(form.byName.get("phone"))].filter(Boolean).join(" "),
        values,
      });
    }
    if (hits.length >= most) break;
  }
  return hits;
}

export async function lookup(
  deps: FormsDeps,
  { to, formId = "", keyword = "", code = "", compId: named }: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, named);
  const text = keyword.trim();
  return deps.ports.database.tenant(compId, async (trx) => {
    if (to === "seat")
      return (await seatsLike(trx, compId, text, most)).map(({ agentId, name }) => ({
        id: agentId,
        label: `${agentId} ${name}`,
        note: "",
        values: { agentId, name },
      }));
    if (to !== "call") return recordsLike(deps, trx, compId, { to, formId, text, code: code.trim() }, caller);
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const calls = await callsLike(trx, compId, text, { scope, agentId: caller.agentId }, most);
    const ids = calls.map(({ callId }) => callId);
    const masked = await callsMasked(trx, { ...caller, compId }, ids);
    return calls.map(({ callId, number, agentName, startAt }) => {
      const shown = masked(callId) ? maskPhone(number) : number;
      const startTime = formatTime(startAt);
      return {
        id: callId,
        label: `${shown} ${startTime}`,
        note: agentName ?? "",
        values: { callId, number: shown, agentName: agentName ?? "", startTime },
      };
    });
  });
}
