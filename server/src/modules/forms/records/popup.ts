/** Whose number it is that calls (inventory B17, B32, B33): without data scope, the popup's fields alone, counted and in the log. */
import { AppError, maskPhone, minuteMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { previewTask } from "@liantai/api/contract/tasks";
import { popupPaths, type callPopupApi } from "@liantai/api/contract/popups";
import type { customerFormDataApi, RecordValues } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { numberPlace, numbersMeant } from "../../numbers/index.ts";
import type { FormPopup } from "../../../ports/schema/forms.ts";
import type { FormsDeps } from "../deps.ts";
import { veilOf } from "../role-fields.ts";
import { openValues, shownFacts, shownValues } from "./present.ts";
import { popupCall, popupFacts, popupForms, recordsOfNumber, type PopupFacts } from "./popup-repository.ts";

type Query = (typeof customerFormDataApi)["queryByNoAuth"];

const perMinute = 60;
/** A number that was typed belongs to no call. */
const nowhere: Omit<PopupFacts, "callNumber"> = { variables: {}, accessNumber: null, skillGroupId: null };

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
  return database.tenant(compId, async (trx) => {
    const hide = hidesNumbers(caller) || (!!callId && (await deps.numberForms.hidesCall(trx, compId, callId)));
    const call = callId ? await popupFacts(trx, compId, callId) : { ...nowhere, callNumber: typed ?? "" };
    const phone = call.callNumber;
    const meant = numbersMeant(phone);
    const rows = meant.length > 0 ? await recordsOfNumber(trx, compId, phone, formType ?? "customer") : [];
    const list = [];
    for (const row of rows) {
      const form = await deps.compiled.get(trx, compId, row.formId, row.newest);
      const veil = veilOf(row, caller);
      const fields = form.columns.popup.filter(({ name }) => !veil.has(name));
      const open = openValues(row, false, veil);
      const values: RecordValues = Object.fromEntries(
        fields.flatMap(({ name }) => (Object.hasOwn(open, name) ? [[name, open[name]]] : [])),
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
    const { callNumber, variables } = shownFacts(call, hide);
    return {
      ...{ list, phone: callNumber, place: phone === "" ? "" : numberPlace(phone), variables },
      ...{ accessNumber: call.accessNumber ?? "", skillGroupId: call.skillGroupId ?? "" },
    };
  });
}

type OfCall = (typeof callPopupApi)["ofCall"];
const none = { path: "", formId: "" } as const;

/** A form for certain numbers or groups goes before one for all. */
const narrowness = ({ accessNumbers, skillGroupIds }: FormPopup): number =>
  Number(accessNumbers.length > 0) + Number(skillGroupIds.length > 0);

/** Of those that are set to come up with such a call the narrowest, the first by name. isShowForm is asked by the page. */
export async function popupOfCall(
  { ports }: Pick<FormsDeps, "ports">,
  { callId, moment, compId: named }: BodyOf<OfCall>,
  { caller }: RequestContext,
): Promise<ReplyOf<OfCall>> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const call = await popupCall(trx, compId, callId);
    if (!call || call.direction === "internal") return none;
    const { direction, accessNumber, skillGroupId, ftype } = call;
    // Nobody dialled it by hand: the customer has answered before a seat's telephone rings.
    const answered = moment === "ring" && direction === "outbound" && ftype !== null && ftype !== previewTask;
    const among = (places: readonly string[], place: string | null) =>
      places.length === 0 || (place !== null && places.includes(place));
    const [form] = (await popupForms(trx, compId))
      .filter(
        ({ popup }) =>
          popup.isPopup === 1 &&
          (popup[direction] === moment || answered) &&
          among(popup.accessNumbers, accessNumber) &&
          among(popup.skillGroupIds, skillGroupId),
      )
      .sort((a, b) => narrowness(b.popup) - narrowness(a.popup));
    return form ? { path: popupPaths[direction], formId: form.id } : none;
  });
}
