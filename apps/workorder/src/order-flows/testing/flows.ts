/** A flow with one node of work as the server answers it, and an administrator who may do all with it. */
import { customerFormConfApi, workFlowApi, type FlowDefinition, type FlowNode } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";

export const at = "2026-03-01 09:00:00";
export const fields: FormField[] = [
  { type: "input", name: "remark", label: "备注" },
  {
    ...{ type: "select", name: "level", label: "级别" },
    items: [
      { label_name: "一般", label_value: "1" },
      { label_name: "加急", label_value: "2" },
    ],
  },
];
export const task = (id: string, name: string, x: number): FlowNode => ({
  ...{ kind: "task", id, name, x, y: 0, actions: ["approve", "returnPrevious"] },
  handler: { by: "group", groupId: "g1" },
});
export const draft: FlowDefinition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", x: 0, y: 0 },
    task("n1", "受理", 200),
    { kind: "end", id: "end", name: "结束", x: 500, y: 0 },
  ],
  edges: [
    { id: "e1", from: "start", to: "n1" },
    { id: "e2", from: "n1", to: "end" },
  ],
};
export const flow = {
  ...{ id: "w1", name: "报障流程", formId: "f1", remark: "", enabled: 1, version: 1, changed: 0 },
  ...{ revision: 3, updatedBy: "张建国" },
};
export const version = { version: 1, definition: draft, publishTime: at, publisher: "张建国", running: 2 };
const form = {
  ...{ id: "f1", name: "报障单", formType: "workOrder", version: 1, fields, ext: null, draft: null, revision: 1 },
  ...{ popup: { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] } },
  ...{ indexing: [], createTime: at, updateTime: at },
};

export const offered = {
  seats: [
    { agentId: "1001", name: "李晓雯" },
    { agentId: "1002", name: "王志强" },
  ],
  moreSeats: false,
  groups: [{ id: "g1", name: "客服部" }],
  roles: [{ id: "r1", name: "坐席" }],
  timeRules: [{ id: "t1", name: "工作日" }],
};

export function flowsServer(): FakeServer {
  const { list, versions, choices, update } = workFlowApi;
  const server = signIn(
    {},
    {
      page: "/workorderflow",
      buttons: [...["add", "update", "delete", "publish"].map((verb) => `workFlow.${verb}`), "workStatusWarn.save"],
    },
  );
  server.on(list.path, page([{ ...flow, running: 2, updateTime: at }]));
  server.on(versions.path, () => ({ flow, draft, list: [version] }));
  server.on(choices.path, () => offered);
  const { fields: _, ext: __, draft: ___, ...listed } = form;
  server.on(
    customerFormConfApi.list.path,
    page([{ ...listed, fieldCount: 2, hasDraft: false, indexing: false, updatedBy: "" }]),
  );
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(update.path, () => ({ revision: 4 }));
  return server;
}
