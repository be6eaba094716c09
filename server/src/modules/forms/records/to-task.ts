/** The numbers of records: into a dialling task as a batch, or as a named list in 文件下载. */
import { maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordSheetApi } from "@liantai/api/contract/workorder";
import { holdsNumber, type CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { emptyRow, manyColumns, type ManyParams, type NumberRow } from "../../dialling/index.ts";
import { callerOf } from "../../files/index.ts";
import type { FormsDeps } from "../deps.ts";
import { checked, rowsOf, type Params } from "./exporting.ts";
import { listQuery } from "./listing.ts";
import { shownValues, titleOf } from "./present.ts";

type Api = typeof recordSheetApi;
interface TaskParams extends Params {
  readonly task: ManyParams;
}

const listKind = "formPhones";
const taskKind = "formPhonesToTask";

const numberFields = (form: CompiledForm) =>
  form.fields.filter(({ type, content }) => type === "input" && holdsNumber(content));

const formOf = async (deps: FormsDeps, { compId, filters }: Params, caller: Caller): Promise<CompiledForm> =>
  (await deps.ports.database.tenant(compId, (trx) => listQuery(deps, trx, compId, filters, caller))).form;

/** Numbers of one record are of one person. A task gets them whole, whoever sends them: nobody is shown any here. */
async function* numbersOf(deps: FormsDeps, params: Params, caller: Caller): AsyncGenerator<NumberRow> {
  const form = await formOf(deps, params, caller);
  const fields = numberFields(form);
  for await (const { id, values, numbers } of rowsOf(deps, params, caller)) {
    const own = fields.flatMap(({ name }) => (typeof values[name] === "string" ? [values[name]] : []));
    const contact = [...titleOf(form, values)].slice(0, 30).join("");
    for (const phone of [...own, ...numbers]) yield { ...emptyRow, phone, contact, person: id, formDataId: id };
  }
}

export function registerToTask(deps: FormsDeps): void {
  deps.files.exports.register<Params>(listKind, {
    title: "外呼号码",
    pages: [],
    numbers: true,
    async produce({ owner, params }) {
      const caller = callerOf(owner);
      const form = await formOf(deps, params, caller);
      const fields = numberFields(form);
      const hide = hidesNumbers(caller);
      async function* rows() {
        for await (const row of rowsOf(deps, params, caller)) {
          const values = shownValues(row.values, hide, form);
          for (const { name } of fields) if (values[name] !== undefined) yield [String(values[name]), row.id];
          for (const number of row.numbers) yield [hide ? maskPhone(number) : number, row.id];
        }
      }
      return { columns: [{ title: "电话号码" }, { title: "数据编号" }], rows: rows() };
    },
  });
  deps.files.exports.register<TaskParams>(taskKind, {
    title: "客户资料加入任务",
    pages: [],
    numbers: true,
    produce: ({ owner, params }) => ({
      columns: manyColumns,
      rows: deps.numbers.add(owner, params.task, numbersOf(deps, params, callerOf(owner))),
    }),
  });
}

export async function phonesToTask(
  deps: FormsDeps,
  { compId: named, name, taskId, socketId, ...filters }: BodyOf<Api["phonesToTask"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["phonesToTask"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  await checked(deps, compId, filters, caller);
  const params: Params = { compId, filters };
  if (!taskId) return deps.files.exports.start(context, { kind: listKind, name, params, socketId });
  const task = await deps.numbers.begin(caller, { compId, taskId, source: "form", from: name });
  return deps.files.exports.start(context, { kind: taskKind, name, params: { ...params, task }, socketId });
}
