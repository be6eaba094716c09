/** Several numbers of a record: added beside the telephone field, taken away, or made the main one (rule F71). */
import { AppError, dayMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { isMobileNumber, mostNumbers, type recordNumberApi } from "@liantai/api/contract/workorder";
import { phoneFieldOf } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { dialledDigits } from "../../numbers/index.ts";
import { holdForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { insertEvents } from "./event-repository.ts";
import { linkPastCalls } from "./link-repository.ts";
import {
  deleteNumbers,
  insertNumbers,
  numbersOfRecords,
  phonesOfRecord,
  type MoreNumber,
} from "./number-repository.ts";
import { titleOf } from "./present.ts";
import { publishedForm } from "./published.ts";
import { findRecord } from "./repository.ts";
import { changeRecord } from "./saving.ts";
import { scopeOf } from "./scope.ts";

type Api = typeof recordNumberApi;
const pastCallsMs = 30 * dayMs;

/** The record held, its form, its telephone field and the numbers beside it. Throws AppError 'notFound', 'forbidden' or 'refused'. */
async function held(deps: FormsDeps, trx: Trx, compId: string, id: string, { caller }: RequestContext) {
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const found = await findRecord(trx, compId, id, { scope });
  if (!found) throw new AppError("notFound");
  // The form first, as everybody who saves.
  const { form } = await publishedForm(deps, trx, await holdForm(trx, compId, found.formId));
  await checkPress(deps.auth, caller, form.formType, "update", trx);
  const record = await findRecord(trx, compId, id, { scope, lock: true });
  if (!record) throw new AppError("notFound");
  if (record.orderId) throw new AppError("refused", "工单的号码请在工单中修改");
  const field = phoneFieldOf(form);
  if (!field) throw new AppError("refused", "表单没有电话号码字段，不能添加号码");
  const more = (await numbersOfRecords(trx, compId, [id])).get(id) ?? [];
  return { record, form, field, more };
}

type Held = Awaited<ReturnType<typeof held>>;
const words = (numbers: readonly Pick<MoreNumber, "number" | "note">[]): string =>
  numbers.map(({ number, note }) => (note ? `${number}（${note}）` : number)).join("、");

/** In its history, and in the log. */
async function tell(
  { ports, audit }: FormsDeps,
  trx: Trx,
  { compId, now, next }: { compId: string; now: readonly MoreNumber[]; next: readonly Omit<MoreNumber, "id">[] },
  { record, form }: Pick<Held, "record" | "form">,
  context: RequestContext,
): Promise<void> {
  const changed = { before: words(now), after: words(next) };
  const at = new Date(ports.clock.now());
  await insertEvents(trx, [
    {
      ...{ compId, recordId: record.id, id: ports.random.id(), at, byName: context.caller.nickName },
      ...{ kind: "numbers" as const, label: "其他号码", ...changed },
    },
  ]);
  await audit.write(trx, context, {
    ...{ compId, object: "formRecord", action: "numbers", id: record.id, name: titleOf(form, record.values) },
    before: { 其他号码: changed.before },
    after: { 其他号码: changed.after },
  });
}

export async function add(
  deps: FormsDeps,
  { id, number: typed, note = "", compId: named }: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports } = deps;
  const compId = compOf(context.caller, named);
  const number = dialledDigits(typed);
  const numberId = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const { record, form, field, more } = await held(deps, trx, compId, id, context);
    if (field.content === "mobile" && !isMobileNumber(number))
      throw fieldRefusal("number", "电话号码", `${field.label}应为11位手机号码`);
    if ((await phonesOfRecord(trx, compId, id)).includes(number))
      throw fieldRefusal("number", "电话号码", "该号码已是此数据的号码");
    if (more.length >= mostNumbers) throw new AppError("refused", `最多添加${mostNumbers}个号码`);
    const at = new Date(ports.clock.now());
    await insertNumbers(trx, compId, id, [{ id: numberId, number, note, createdAt: at }]);
    await linkPastCalls(trx, compId, id, [number], new Date(at.getTime() - pastCallsMs));
    await tell(deps, trx, { compId, now: more, next: [...more, { number, note }] }, { record, form }, context);
  });
  return { id: numberId };
}

export async function remove(
  deps: FormsDeps,
  { id, numberId, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const { record, form, more } = await held(deps, trx, compId, id, context);
    const gone = more.find((one) => one.id === numberId);
    if (!gone) throw new AppError("notFound");
    await deleteNumbers(trx, compId, id, [gone.number]);
    await tell(deps, trx, { compId, now: more, next: more.filter((one) => one !== gone) }, { record, form }, context);
  });
  return null;
}

/** The field gets the number and what it held stays: checked, told and refused as any change of the record is. */
export async function makeMain(
  deps: FormsDeps,
  { id, numberId, version, compId: named }: BodyOf<Api["main"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["main"]>> {
  const compId = compOf(context.caller, named);
  const { field, number } = await deps.ports.database.tenant(compId, async (trx) => {
    const { field, more, record } = await held(deps, trx, compId, id, context);
    const chosen = more.find((one) => one.id === numberId);
    if (!chosen) throw new AppError("notFound");
    // What lies beside the values has no versions to be joined by: the press is about what was shown.
    if (record.version !== version) throw new AppError("conflict", "号码已被他人修改，请刷新后重试");
    return { field, number: chosen.number };
  });
  // It has the number already: nothing new can be the same.
  const patch = { id, version, values: { [field.name]: number }, keepNumbers: true as const, acceptDuplicates: 1 };
  return changeRecord(deps, compId, patch, context);
}
