/** A form and a flow for work orders, made over the wire: 受理 by the seat group, 处理 by 1002, 确认 by who made it. */
import { agentGroupApi } from "@liantai/api/contract/admin";
import {
  formStreamApi,
  nodeActions,
  workFlowApi,
  type FlowDefinition,
  type NodeAction,
} from "@liantai/api/contract/work-orders";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import type { ApiSession } from "../api.ts";
import type { Made } from "./parts.ts";

const actions = Object.keys(nodeActions) as NodeAction[];
const place = { x: 0, y: 0 };

export const orderFlow = (groupId: string): FlowDefinition => ({
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    {
      ...{ kind: "task", id: "take", name: "受理", ...place, actions, handler: { by: "group", groupId } },
      limit: { minutes: 240, warnMinutes: 30 },
    },
    {
      ...{ kind: "task", id: "do", name: "处理", ...place, actions, handler: { by: "seat", agentIds: ["1002"] } },
      fields: { result: { require: true } },
    },
    { kind: "task", id: "check", name: "确认", ...place, actions, handler: { by: "creator" } },
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: [
    { id: "1", from: "start", to: "take" },
    { id: "2", from: "take", to: "do" },
    { id: "3", from: "do", to: "check" },
    { id: "4", from: "check", to: "end" },
  ],
});

/** Gives the flow. */
export async function orderRows(admin: ApiSession): Promise<Made & { readonly formId: string }> {
  const form = await admin.post<Made>(customerFormConfApi.add.path, {
    name: "宽带报障",
    formType: "workOrder",
    fields: [
      { type: "input", name: "workCode", label: "工单编号", config: true, query: true },
      { type: "input", name: "customerName", label: "客户姓名", query: true },
      { type: "input", name: "phone", label: "联系电话", query: true, ext: { content: "phone", mask: "phone" } },
      {
        ...{ type: "select", name: "kind", label: "故障类型", query: true },
        items: [
          { label_name: "断网", label_value: "1" },
          { label_name: "网速慢", label_value: "2" },
        ],
      },
      { type: "input", name: "address", label: "装机地址", require: true },
      { type: "textarea", name: "result", label: "处理结果", listDisplay: false },
    ],
  });
  const { list } = await admin.post<{ list: readonly (Made & { readonly name: string })[] }>(agentGroupApi.list.path, {
    pageNo: 1,
    pageSize: 100,
  });
  const flow = await admin.post<Made>(workFlowApi.add.path, {
    name: "宽带报障",
    formId: form.id,
    definition: orderFlow(list.find(({ name }) => name !== "售后部")!.id),
  });
  await admin.post(workFlowApi.publish.path, { id: flow.id });
  return { ...flow, formId: form.id };
}

/** One that waits in the pool, and one of a robot. */
export async function someOrders(admin: ApiSession, flowId: string): Promise<void> {
  for (const [title, source] of [
    ["人民路断网", "manual"],
    ["机器人登记的报障", "robot"],
  ])
    await admin.post(formStreamApi.create.path, {
      ...{ flowId, title, source, submit: true },
      values: { customerName: "王女士", phone: "13800001111", kind: "1", address: "人民路1号" },
    });
}
