/** The numbers of records: into a dialling task as a batch, or as a named list in 文件下载. */
import { formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { recordSheetApi } from "@liantai/api/contract/workorder";
import {
  epochOfDate,
  holdsDate,
  holdsNumber,
  holdsText,
  isDateText,
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
} from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
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
  readonly fields: Mapped;
}
/** Names of the form's fields; '': none was chosen. */
interface Mapped {
  readonly consentAt: string;
  readonly consentSource: string;
  readonly agentId: string;
}

const listKind = "formPhones";
const taskKind = "formPhonesToTask";

const numberFields = (form: CompiledForm) =>
  form.fields.filter(({ type, content }) => type === "input" && holdsNumber(content));

const formOf = async (deps: FormsDeps, { compId, filters }: Params, caller: Caller): Promise<CompiledForm> =>
  (await deps.ports.database.tenant(compId, (trx) => listQuery(deps, trx, compId, filters, caller))).form;

/** Where the consent comes from that no field tells more of. */
const sourceOf = ({ label }: CompiledField): string => [...`表单字段“${label}”`].slice(0, 50).join("");

/** Throws AppError 'invalid' for a name that is no field of the form, or one that holds no such thing. */
function checkFields(form: CompiledForm, { consentAt, consentSource, agentId }: Mapped): void {
  const asked = [
    ["consentAtField", "同意时间字段", consentAt, holdsDate],
    ["consentSourceField", "同意来源字段", consentSource, holdsText],
    ["agentField", "工号字段", agentId, holdsText],
  ] as const;
  for (const [path, label, name, holds] of asked) {
    const field = form.byName.get(name);
    if (name !== "" && !(field && holds(field))) throw fieldRefusal(path, label, `${label}不存在，或类型不对`);
  }
}

/** What a record says of consent and seat. */
function mappedOf(form: CompiledForm, { consentAt, consentSource, agentId }: Mapped) {
  const [when, source, seat] = [consentAt, consentSource, agentId].map((name) => form.byName.get(name));
  const words = (field: CompiledField | undefined, values: Readonly<Record<string, unknown>>): string =>
    field ? valueInWords(field, values[field.name] as FieldValue | undefined).trim() : "";
  return (values: Readonly<Record<string, unknown>>): Pick<NumberRow, "consentAt" | "consentSource" | "agentId"> => {
    const at = when && values[when.name];
    // One of an older version may be written otherwise.
    const agreed = when !== undefined && typeof at === "string" && isDateText(at, when.format);
    return {
      consentAt: agreed ? formatTime(epochOfDate(at, when.format)) : "",
      consentSource: source ? words(source, values) : agreed ? sourceOf(when) : "",
      agentId: words(seat, values),
    };
  };
}

/** Numbers of one record are of one person. A task gets them whole, whoever sends them: nobody is shown any here. */
async function* numbersOf(deps: FormsDeps, params: TaskParams, caller: Caller): AsyncGenerator<NumberRow> {
  const form = await formOf(deps, params, caller);
  const fields = numberFields(form);
  const mapped = mappedOf(form, params.fields);
  for await (const { id, values, numbers } of rowsOf(deps, params, caller)) {
    const own = fields.flatMap(({ name }) => (typeof values[name] === "string" ? [values[name]] : []));
    const contact = [...titleOf(form, values)].slice(0, 30).join("");
    const row = { ...emptyRow, contact, person: id, formDataId: id, ...mapped(values) };
    for (const phone of [...own, ...numbers]) yield { ...row, phone };
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

const noConsent = () =>
  fieldRefusal("consentAtField", "同意时间字段", "该任务为营销类，请选择表单中记录用户同意时间的字段");
const noSeat = () => fieldRefusal("agentField", "工号字段", "该任务按工号列分配，请选择表单中填写工号的字段");

export async function phonesToTask(
  deps: FormsDeps,
  {
    compId: named,
    name,
    taskId,
    socketId,
    consentAtField: consentAt = "",
    consentSourceField: consentSource = "",
    agentField: agentId = "",
    ...filters
  }: BodyOf<Api["phonesToTask"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["phonesToTask"]>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  await checked(deps, compId, filters, caller);
  const params: Params = { compId, filters };
  if (!taskId) return deps.files.exports.start(context, { kind: listKind, name, params, socketId });
  const fields: Mapped = { consentAt, consentSource, agentId };
  checkFields(await formOf(deps, params, caller), fields);
  const task = await deps.numbers.begin(
    caller,
    { compId, taskId, source: "form", from: name },
    { ...(consentAt === "" ? { consent: noConsent() } : {}), ...(agentId === "" ? { seat: noSeat() } : {}) },
  );
  return deps.files.exports.start(context, { kind: taskKind, name, params: { ...params, task, fields }, socketId });
}
