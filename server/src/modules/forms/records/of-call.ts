/** What was written down in a call: records of the data scope, as their detail shows them. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { callFormApi } from "@liantai/api/contract/admin";
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { callsSeen } from "../../records/index.ts";
import type { FormsDeps } from "../deps.ts";
import { recordsOfCall } from "./link-repository.ts";
import { recordLines } from "./linking.ts";

type Api = (typeof callFormApi)["ofCall"];

const mostOfCall = 20;

export async function ofCall(
  deps: FormsDeps,
  { callId, compId: named }: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => {
    if (!(await callsSeen(trx, { ...caller, compId }, [callId])).has(callId))
      throw new AppError("notFound", "通话记录不存在");
    const ids = await recordsOfCall(trx, compId, callId);
    const lines = await recordLines(deps, trx, compId, ids, caller);
    // The limit is of what he sees: what others own does not crowd out what he may open.
    const open = ids.flatMap((id) => lines.get(id) ?? []).filter(({ line }) => line.mayOpen);
    return open.slice(0, mostOfCall).map(({ line, row, was, values }) => ({
      ...{ id: row.id, formName: line.formName, title: line.title, orderId: row.orderId ?? "" },
      createTime: formatTime(row.createdAt),
      fields: was.columns.detail
        .map((field) => ({
          label: field.label,
          text: valueInWords(field, values[field.name] as FieldValue | undefined),
        }))
        .filter(({ text }) => text !== ""),
    }));
  });
}
