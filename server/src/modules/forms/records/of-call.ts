/** What was written down in a call: records of the data scope, as their detail shows them. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { callFormApi } from "@liantai/api/contract/admin";
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { callsSeen } from "../../records/index.ts";
import { findForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { veilOf } from "../role-fields.ts";
import { recordsOfCall } from "./link-repository.ts";
import { recordLines } from "./linking.ts";
import { openValues, shownValues } from "./present.ts";
import { findRecords } from "./repository.ts";
import { everything, scopeOf } from "./scope.ts";

type Api = (typeof callFormApi)["ofCall"];

const mostOfCall = 20;

export async function ofCall(
  deps: FormsDeps,
  { callId, compId: named }: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  return deps.ports.database.tenant(compId, async (trx) => {
    if (!(await callsSeen(trx, { ...caller, compId }, [callId])).has(callId))
      throw new AppError("notFound", "通话记录不存在");
    const ids = await recordsOfCall(trx, compId, callId);
    const lines = await recordLines(deps, trx, compId, ids, caller);
    // The limit is of what he sees: what others own does not crowd out what he may open.
    const open = ids.filter((id) => lines.get(id)?.mayOpen).slice(0, mostOfCall);
    if (open.length === 0) return [];
    const all = (await scopeOf(deps.auth, trx, compId, caller)).kind === "all";
    const rows = new Map((await findRecords(trx, compId, open, { scope: everything })).map((row) => [row.id, row]));
    const found: ReplyOf<Api> = [];
    for (const id of open) {
      const [row, line] = [rows.get(id), lines.get(id)];
      const form = row && (await findForm(trx, compId, row.formId));
      if (!row || !line || !form) continue;
      const was = await deps.compiled.withEarlier(trx, compId, row.formId, row.formVersion);
      const values = shownValues(openValues(row, all, veilOf(form, caller)), hide, was);
      found.push({
        ...{ id, formName: line.formName, title: line.title, orderId: row.orderId ?? "" },
        createTime: formatTime(row.createdAt),
        fields: was.columns.detail
          .map((field) => ({
            label: field.label,
            text: valueInWords(field, values[field.name] as FieldValue | undefined),
          }))
          .filter(({ text }) => text !== ""),
      });
    }
    return found;
  });
}
