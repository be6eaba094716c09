/** Follow-ups as they leave: numbers masked for whom they are hidden, the number to dial sealed for the caller's own seat. */
import { formatTime, maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { followUpConfigApi } from "@liantai/api/contract/workorder";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller } from "../../../http/routes.ts";
import type { DialRefs } from "../../dial-refs/index.ts";
import type { NamedTask } from "./repository.ts";

type Row = ReplyOf<(typeof followUpConfigApi)["list"]>["list"][number];

export function presentTask(refs: DialRefs, row: NamedTask, caller: Caller): Row {
  const hide = hidesNumbers(caller);
  const text = (value: string) => (hide ? maskNumbers(value) : value);
  const { compId, id, phone, customerName, title } = row;
  const sealed = () =>
    refs.seal(
      { compId, agentId: caller.agentId ?? "" },
      { number: phone, object: "followUp", id, name: customerName || title },
    );
  return {
    id,
    title: text(title),
    formId: row.formId,
    formName: row.formName ?? "",
    recordId: row.recordId,
    orderId: row.orderId,
    workCode: row.workCode,
    customerName: text(customerName),
    phone: hide ? maskPhone(phone) : phone,
    subNumber: phone === "" || caller.agentId === null ? "" : sealed(),
    state: row.state,
    tries: row.tries,
    mostTries: row.mostTries,
    retryMinutes: row.retryMinutes,
    dueTime: formatTime(row.dueAt),
    agentId: row.agentId ?? "",
    agentName: row.agentName ?? "",
    groupId: row.groupId ?? "",
    groupName: row.groupName ?? "",
    source: row.source,
    remark: text(row.remark),
    result: text(row.result),
    createTime: formatTime(row.createdAt),
    endTime: row.endedAt && formatTime(row.endedAt),
    endedBy: row.endedBy,
    version: row.version,
  };
}
