/** 工单节点: one node of a draft at a time, and what nodes say of fields. */
import { array, mixed, number, object, string } from "yup";
import { compField, countReply, idField, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import type { OtherRender } from "../forms/context.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { nodeKinds, type FlowNode, type NodeKind } from "./flow.ts";
import { revisionField } from "./flows.ts";
import { readNode, readNodeFields } from "./read.ts";

const nodePrefix = "/crm/api/v1/workNode";
const tags = ["WorkFlow"];
const admins = RoleTypes.administrators;
const press = (button: string) => roles(admins, { button });

const nodeField = () =>
  mixed<FlowNode>()
    .label("节点")
    .required()
    .test("node", "节点格式有误", (value, test) => {
      const faults: string[] = [];
      readNode(value, (message) => faults.push(message));
      return faults.length === 0 || test.createError({ message: faults.slice(0, 5).join("；") });
    });
/** By the nodes' ids. */
const fieldsField = () =>
  mixed<Readonly<Record<string, OtherRender>>>()
    .label("字段规则")
    .required()
    .test("fields", "字段规则格式有误", (value, test) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const faults: string[] = [];
      for (const one of Object.values(value)) readNodeFields(one, (message) => faults.push(message));
      return faults.length === 0 || test.createError({ message: faults.slice(0, 5).join("；") });
    });
const nodeBody = () =>
  object({ compId: compField(), flowId: idField("流程"), node: nodeField(), revision: revisionField() });

export const workNodeApi = defineResource({
  list: defineEndpoint({
    name: "workNodeList",
    method: "POST",
    path: `${nodePrefix}/list`,
    summary: "Nodes of the drafts of all flows, or of one",
    permission: onPages(roles(admins), "/workordernode", "/workorderflow", "/flownodeconfig"),
    reads: true,
    body: listBody({
      flowId: string().label("流程").max(64),
      formId: string().label("表单").max(64),
      name: lengthField("节点名称"),
      kind: string<NodeKind>()
        .label("类型")
        .oneOf(["" as NodeKind, ...(Object.keys(nodeKinds) as NodeKind[])]),
    }),
    reply: listOf(
      object({
        flowId: string().required(),
        flowName: string().required(),
        formId: string().defined(),
        revision: number().required(),
        node: mixed<FlowNode>().required(),
      }),
    ),
    tags,
  }),
  add: defineEndpoint({
    name: "workNodeAdd",
    method: "POST",
    path: `${nodePrefix}/add`,
    summary: "Adds a node to a flow's draft",
    permission: press("workNode.add"),
    body: nodeBody(),
    reply: object({ id: string().required() }),
    tags,
  }),
  update: defineEndpoint({
    name: "workNodeUpdate",
    method: "POST",
    path: `${nodePrefix}/update`,
    summary: "Changes a node of a flow's draft",
    permission: press("workNode.update"),
    body: nodeBody(),
    tags,
  }),
  delete: defineEndpoint({
    name: "workNodeDelete",
    method: "POST",
    path: `${nodePrefix}/delete`,
    summary: "Deletes nodes of a flow's draft, with their lines",
    permission: press("workNode.delete"),
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      ids: array().label("节点").of(string().required().max(64)).min(1, "请选择要删除的数据").max(200).required(),
      revision: revisionField(),
    }),
    reply: countReply,
    tags,
  }),
  saveConfig: defineEndpoint({
    name: "workNodeSaveConfig",
    method: "POST",
    path: `${nodePrefix}/saveConfig`,
    summary: "Sets what nodes of a flow's draft say of fields",
    permission: press("workNode.saveConfig"),
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      nodes: fieldsField(),
      revision: revisionField(),
    }),
    reply: object({ revision: number().required() }),
    tags,
  }),
  config: defineEndpoint({
    name: "workNodeConfig",
    method: "GET",
    path: `${nodePrefix}/config`,
    summary: "Field rules of the nodes of a form's flows, and of an order's present node",
    permission: onPages(roles(RoleTypes.enterprise), "/flownodeconfig", "/workorderinformation"),
    reads: true,
    query: object({ formConfId: idField("表单"), formId: string().label("工单").max(64) }),
    reply: object({
      nodes: array()
        .of(
          object({
            flowId: string().required(),
            flowName: string().required(),
            version: number().required(),
            nodeId: string().required(),
            nodeName: string().defined(),
            fields: mixed<OtherRender>().required(),
          }),
        )
        .required(),
      /** Of the order; null without one. */
      current: object({ nodeId: string().required(), fields: mixed<OtherRender>().required() }).nullable().defined(),
    }),
    tags,
  }),
});
