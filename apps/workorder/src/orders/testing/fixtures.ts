/** Orders as the server answers them, to seat 1001. */
import {
  customerLinkApi,
  formStreamApi,
  orderCountsApi,
  orderPeopleApi,
  serviceTargetApi,
  workFlowApi,
  workNodeApi,
} from "@liantai/api/contract/work-orders";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  formTagApi,
  recordViewApi,
} from "@liantai/api/contract/workorder";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";

const fields = [
  { type: "input", name: "customerCodeFillin", label: "客户编号" },
  { type: "input", name: "customerName", label: "客户姓名", query: true },
  { type: "input", name: "address", label: "地址", require: true },
  { type: "input", name: "result", label: "处理结果", listDisplay: false },
];
const definition = { formId: "f1", version: 1, name: "报障单", formType: "workOrder", fields };
const popup = { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
const times = { createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" };
const listedForm = {
  ...{ id: "f1", name: "报障单", formType: "workOrder", version: 1, fieldCount: 4, hasDraft: false, revision: 1 },
  ...{ popup, indexing: false, ...times, updatedBy: "" },
};
export const usableForm = {
  ...{ id: "f1", name: "报障单", formType: "workOrder", version: 1, fields, ext: null, draft: null, revision: 1 },
  ...{ popup, indexing: [], ...times },
};
export const order = {
  ...{ id: "o1", workCode: "GD20261101000001", title: "宽带不通", formId: "f1", recordId: "r1", flowId: "w1" },
  ...{ flowName: "报障", flowVersion: 1, state: "handling", phase: "handling", nodeId: "work", nodeName: "受理" },
  ...{ statusId: "", statusName: "" },
  ...{ holder: "1001", holderName: "李晓雯", creator: "1002", creatorName: "李文静", groupId: "g", priority: 1 },
  ...{ seq: 5, urges: 1, upgrades: 0, parentId: "", dueTime: "", overdueTime: "2026-11-01 10:00:00", ...times },
};
export const pooled = {
  ...order,
  ...{ id: "o2", workCode: "GD20261101000002", title: "换机", state: "pooled", phase: "pooled", holder: "" },
  ...{ holderName: "", overdueTime: "", recordId: "r2" },
};
export const values = { customerName: "王女士", address: "人民路1号" };
const nodes = [
  { id: "start", name: "开始", kind: "start" },
  { id: "work", name: "受理", kind: "task" },
  { id: "do", name: "处理", kind: "task" },
  { id: "end", name: "结束", kind: "end" },
];
export const found = {
  ...{ order, values, nodes, statuses: [], votes: [], subOrders: [] },
  fields: { result: { require: true }, customerName: { enable: false } },
  actions: ["save", "approve", "complete", "transfer", "returnPrevious", "suspend"],
};
export const record = {
  record: {
    ...{ id: "r1", formId: "f1", formVersion: 1, version: 2, source: "manual", ownerId: "u", ownerName: "李文静" },
    ...{ values, groupId: "", callId: "", parentId: "", deleteTime: "", ...times },
  },
  ...{ formName: "报障单", formType: "workOrder", form: definition, history: [], otherRender: {}, changes: [] },
  allowed: { update: true, delete: false, reveal: false, tag: false },
  dial: [{ field: "phone", label: "电话", number: "138****5678", ref: "v1.sealed" }],
};
const entry = (seq: number, event: number | null, type: string, name: string, time: string, more: object = {}) => ({
  ...{ seq, event, historyKind: null, type, name, by: "1002", byName: "李文静", time, text: "", from: "", to: "" },
  ...{ fromName: "", toName: "", data: {}, ...more },
});
export const history = [
  entry(1, 15, "created", "创建", "2026-11-01 09:00:00"),
  entry(2, 1, "submitted", "提交", "2026-11-01 09:05:00", { from: "开始", to: "受理" }),
  entry(3, 6, "claimed", "领取", "2026-11-01 09:20:00", { by: "1001", byName: "李晓雯" }),
  entry(4, 9, "urged", "催办", "2026-11-01 09:40:00", { text: "客户又来电了" }),
  entry(5, 16, "transferred", "转交", "2026-11-01 09:50:00", {
    ...{ historyKind: 16, to: "1003", toName: "陈思雨", data: { to: "1003" } },
  }),
];
export const usableFlow = (id: string, name: string, formId: string) => ({
  ...{ id, name, formId, remark: "", enabled: 1, version: 1, changed: 0, running: 1 },
  updateTime: "2026-11-01 09:00:00",
});
const seats = [
  { agentId: "1001", name: "李晓雯", online: 1, load: 3 },
  { agentId: "1003", name: "陈思雨", online: 0, load: 0 },
];

/** Somebody who works with orders, and what his screens ask for. */
export function ordersServer(
  more: readonly string[] = [],
  over: Parameters<typeof signIn>[0] = {},
  ...pages: readonly { readonly page: string; readonly buttons: readonly string[] }[]
): FakeServer {
  const server = signIn(
    { roleType: 2, agentId: "1001", ...over },
    { page: "/workorderinformation", buttons: ["formStream.create", "formStream.batch", "formStream.export", ...more] },
    ...pages,
  );
  server.on(customerFormConfApi.list.path, page([listedForm]));
  server.on(customerFormConfApi.findById.path, () => usableForm);
  server.on(
    formStreamApi.list.path,
    page([
      { ...order, values, source: "manual", targets: [] },
      { ...pooled, values: {}, source: "manual", targets: [] },
    ]),
  );
  server.on(formTagApi.list.path, () => []);
  server.on(recordViewApi.list.path, () => ({ views: [], roles: [] }));
  server.on(orderCountsApi.counts.path, () => ({ mine: 4, overdue: 1, dueToday: 0, pool: 1_000 }));
  server.on(orderPeopleApi.seats.path, () => seats);
  server.on(orderPeopleApi.customers.path, () => []);
  server.on(workNodeApi.config.path, () => ({ nodes: [], current: null }));
  server.on(workFlowApi.list.path, page([usableFlow("w1", "报障", "f1")]));
  server.on(formStreamApi.find.path, () => found);
  server.on(formDataApi.find.path, () => record);
  server.on(formStreamApi.history.path, () => history);
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  server.on(formDraftApi.save.path, () => ({ savedTime: "2026-11-01 10:21:33" }));
  server.on(customerLinkApi.list.path, () => ({ list: [], forms: [] }));
  server.on(serviceTargetApi.ofOrder.path, () => []);
  server.on(formStreamApi.limits.path, () => []);
  server.on(formStreamApi.related.path, () => []);
  server.on(customerFormDataApi.timeline.path, page([]));
  return server;
}
