/** Whose number it is that calls (inventory B17, B32, B33): without data scope, the popup's fields alone, counted and in the log. */
import { AppError, maskPhone, minuteMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordValues } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { numbersMeant } from "./indexing.ts";
import { shownValues } from "./present.ts";
import { farSide, recordsOfNumber } from "./popup-repository.ts";
import { publishedForm } from "./published.ts";

type Query = (typeof customerFormDataApi)["queryByNoAuth"];

const perMinute = 60;

export async function queryByNoAuth(
  deps: FormsDeps,
  { phone: typed, callId, formType, compId: named }: BodyOf<Query>,
  context: RequestContext,
): Promise<ReplyOf<Query>> {
  const { caller } = context;
  const compId = compOf(caller, named);
  if (!typed && !callId) throw fieldRefusal("phone", "电话号码", "请输入电话号码或通话编号");
  const { broker, database } = deps.ports;
  if ((await broker.increment(`popups:${caller.userId}`, minuteMs)) > perMinute)
    throw new AppError("tooMany", "查询过于频繁，请稍后再试");
  const hide = hidesNumbers(caller);
  return database.tenant(compId, async (trx) => {
    const phone = callId ? await farSide(trx, compId, callId) : (typed ?? "");
    const meant = numbersMeant(phone);
    const rows = meant.length > 0 ? await recordsOfNumber(trx, compId, phone, formType ?? "customer") : [];
    const list = [];
    for (const row of rows) {
      const { form } = await publishedForm(deps, trx, await findForm(trx, compId, row.formId));
      const fields = form.columns.popup;
      const values: RecordValues = Object.fromEntries(
        fields.flatMap(({ name }) => (Object.hasOwn(row.values, name) ? [[name, row.values[name]]] : [])),
      );
      list.push({
        id: row.id,
        formId: row.formId,
        formName: row.formName,
        formVersion: row.formVersion,
        version: row.version,
        fields: fields.map(({ name, label }) => ({ name, label })),
        values: shownValues(values, hide, form),
        createTime: formatTime(row.createdAt),
        updateTime: formatTime(row.updatedAt),
      });
    }
    await deps.audit.write(trx, context, {
      compId,
      object: "formRecord",
      action: "lookup",
      id: callId ?? "",
      name: maskPhone(phone),
      after: { count: list.length },
    });
    return { list, phone: hide ? maskPhone(phone) : phone };
  });
}
