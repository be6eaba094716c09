/** 选项统计: how often each option was chosen in the records that the list gives its asker. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { chartedTypes, mostCharted, type formChartApi } from "@liantai/api/contract/workorder";
import type { CompiledField, CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { callerOf } from "../../files/index.ts";
import type { FormsDeps } from "../deps.ts";
import { countChosen, type Chosen } from "./charting-repository.ts";
import { checked, type Params as ListParams } from "./exporting.ts";
import { countOfRecords } from "./list-repository.ts";
import { listQuery } from "./listing.ts";

type Api = typeof formChartApi;
type Reply = ReplyOf<Api["options"]>;
type Field = Reply["fields"][number];

const exportKind = "formOptions";
type Params = ListParams & { readonly fields: readonly string[] };

const hasOptions = ({ type }: CompiledField): boolean => (chartedTypes as readonly string[]).includes(type);

/** Throws AppError 'invalid' naming fields[n]. */
function chartedFields(
  form: CompiledForm,
  named: readonly string[] | undefined,
  veil: ReadonlySet<string>,
): readonly CompiledField[] {
  if (!named || named.length === 0)
    return form.fields
      .filter((field) => hasOptions(field) && !field.hidden && !veil.has(field.name))
      .slice(0, mostCharted);
  return [...new Set(named)].map((name, at) => {
    const field = form.byName.get(name);
    if (!field || veil.has(name)) throw fieldRefusal(`fields[${at}]`, "字段", `表单没有字段“${name}”`);
    if (!hasOptions(field)) throw fieldRefusal(`fields[${at}]`, field.label, `“${field.label}”没有选项，不能统计`);
    return field;
  });
}

/** Options as the form offers them, chosen or not; behind them what it offers no more, the most chosen first. */
function counted({ name, label, type, options, optionNames }: CompiledField, chosen: readonly Chosen[]): Field {
  const of = new Map(chosen.filter((one) => one.name === name).map((one) => [one.value, one]));
  const offered = options.map(({ label_value: value, label_name }) => ({
    ...{ value, label: label_name, count: of.get(value)?.count ?? 0 },
  }));
  const known = new Set(offered.map(({ value }) => value));
  const others = [...of.values()]
    .filter(({ value }) => !known.has(value))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .map((one) => ({
      value: one.value,
      label: one.label ?? optionNames.get(one.value) ?? one.value,
      count: one.count,
    }));
  const answered = [...of.values()].reduce((sum, { first }) => sum + first, 0);
  return { name, label, type, answered, options: [...offered, ...others] };
}

function statistic(deps: FormsDeps, { compId, filters, fields: named }: Params, caller: Caller): Promise<Reply> {
  return deps.ports.database.tenant(compId, async (trx) => {
    const query = await listQuery(deps, trx, compId, filters, caller);
    const fields = chartedFields(query.form, named, query.veil);
    const [total, chosen] = await Promise.all([
      countOfRecords(trx, query, true),
      countChosen(
        trx,
        query,
        fields.map(({ name }) => name),
      ),
    ]);
    return { total, fields: fields.map((field) => counted(field, chosen)) };
  });
}

export const optionStatistic = (
  deps: FormsDeps,
  { compId, fields = [], ...filters }: BodyOf<Api["options"]>,
  { caller }: RequestContext,
): Promise<Reply> => statistic(deps, { compId: compOf(caller, compId), filters, fields }, caller);

export function registerChart(deps: FormsDeps): void {
  deps.files.exports.register<Params>(exportKind, {
    title: "选项统计",
    pages: [],
    async produce({ owner, params }) {
      const { fields } = await statistic(deps, params, callerOf(owner));
      return {
        columns: ["字段", "选项", "数量", "占比"].map((title) => ({ title })),
        rows: fields.flatMap(({ label, answered, options }) =>
          options.map((one) => [label, one.label, one.count, share(one.count, answered)]),
        ),
      };
    },
  });
}

/** Of the records in which something is chosen. */
const share = (count: number, of: number): string => (of === 0 ? "" : `${((count / of) * 100).toFixed(2)}%`);

/** The socket that asked is told by fileDown. */
export async function exportOptions(
  deps: FormsDeps,
  { compId: named, socketId, fields = [], ...filters }: BodyOf<Api["exportOptions"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["exportOptions"]>> {
  const compId = compOf(context.caller, named);
  const { query } = await checked(deps, compId, filters, context.caller);
  // What makes no sense is said now, not by a job that failed.
  chartedFields(query.form, fields, query.veil);
  const params: Params = { compId, filters, fields };
  return deps.files.exports.start(context, { kind: exportKind, name: `${query.row.name}选项统计`, params, socketId });
}
