/** 工单流程: drafts that are drawn, versions that orders follow for ever. */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { lengthField, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { flowLimits, type FlowDefinition, type OrderValues } from "./flow.ts";
import { readFlow } from "./read.ts";
import type { Decision } from "./simulate.ts";

const flowPrefix = "/crm/api/v1/workFlow";
const tags = ["WorkFlow"];
const admins = RoleTypes.administrators;
const press = (button: string) => roles(admins, { button });
const onFlows = onPages(roles(admins), "/workorderflow");

/** Read in full here, so that nothing else stands in the database; the sentences are shown. */
export const definitionField = () =>
  mixed<FlowDefinition>()
    .label("流程图")
    .test("flow", "流程图格式有误", (value, test) => {
      if (value === undefined || value === null) return true;
      const { faults } = readFlow(value);
      return faults.length === 0 || test.createError({ message: faults.slice(0, 5).join("；") });
    });
const valuesField = () =>
  mixed<OrderValues>()
    .label("字段值")
    .test(
      "values",
      "字段值格式有误",
      (v) => v === undefined || v === null || (typeof v === "object" && !Array.isArray(v)),
    );

export const faultsReply = array()
  .of(object({ nodeId: string(), edgeId: string(), text: string().required() }))
  .required();

/** What was seen of the draft; absent: whatever it is now. Another: 409, nothing is written. */
export const revisionField = () => number().label("修订号").integer().min(1).max(2_000_000_000);

const flowRow = {
  id: string().required(),
  name: string().required(),
  formId: string().defined(),
  remark: string().defined(),
  enabled: number().oneOf([0, 1]).required(),
  /** The newest published; 0: none. */
  version: number().required(),
  /** The draft differs from it. */
  changed: number().oneOf([0, 1]).required(),
  revision: number().required(),
  updatedBy: string().defined(),
};
const flowFields = {
  name: nameField("流程名称"),
  formId: string().label("表单").max(64).default(""),
  remark: remarkField(),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
  /** Absent: the draft stays; of a new flow it is a start and an end. */
  definition: definitionField(),
};
const named = array()
  .of(object({ id: string().required(), name: string().required() }))
  .required();

export const workFlowApi = defineResource({
  ...crud({
    name: "workFlow",
    prefix: flowPrefix,
    noun: "flow of work orders",
    tag: "WorkFlow",
    row: object({
      ...flowRow,
      /** Orders that are not done. */
      running: number().required(),
      updateTime: string().required(),
    }),
    filters: { name: lengthField("流程名称"), formId: string().label("表单").max(64) },
    sortable: ["name", "updateTime"],
    fields: flowFields,
    permission: {
      list: onPages(
        roles(RoleTypes.enterprise),
        "/workorderflow",
        "/workordernode",
        "/flownodeconfig",
        "/workorderinformation",
      ),
      add: press("workFlow.add"),
      update: press("workFlow.update"),
      delete: press("workFlow.delete"),
    },
  }),
  update: defineEndpoint({
    name: "workFlowUpdate",
    method: "POST",
    path: `${flowPrefix}/update`,
    summary: "Changes a flow or its draft",
    permission: press("workFlow.update"),
    body: object({ compId: compField(), id: idField(), ...flowFields, revision: revisionField() }),
    reply: object({ revision: number().required() }),
    tags,
  }),
  choices: defineEndpoint({
    name: "workFlowChoices",
    method: "POST",
    path: `${flowPrefix}/choices`,
    summary: "Seats (the first 500, others by name), groups, roles and time rules that a flow may name",
    permission: onPages(roles(admins), "/workorderflow", "/workordernode", "/flownodeconfig"),
    reads: true,
    findsBy: ["name"],
    body: object({
      compId: compField(),
      /** Of seats: those whose name or number has it. */
      name: lengthField("姓名或工号"),
      /** Seats that are named already: they are among the answer, too, while they are in service. */
      agentIds: array().label("坐席").of(string().required().max(10)).max(flowLimits.namedSeats),
    }),
    reply: object({
      seats: array()
        .of(object({ agentId: string().required(), name: string().defined() }))
        .required(),
      /** There are more that fit than these. */
      moreSeats: boolean().required(),
      groups: named,
      /** Of seats and monitors. */
      roles: named,
      timeRules: named,
    }),
    tags: ["WorkFlow", "Seat", "AgentGroup"],
  }),
  versions: defineEndpoint({
    name: "workFlowVersions",
    method: "POST",
    path: `${flowPrefix}/versions`,
    summary: "A flow's draft and its published versions, newest first",
    permission: onPages(roles(admins), "/workorderflow", "/workordernode", "/flownodeconfig"),
    reads: true,
    body: object({ compId: compField(), id: idField("流程") }),
    reply: object({
      flow: object(flowRow).required(),
      draft: mixed<FlowDefinition>().required(),
      list: array()
        .of(
          object({
            version: number().required(),
            definition: mixed<FlowDefinition>().required(),
            publishTime: string().required(),
            publisher: string().defined(),
            running: number().required(),
          }),
        )
        .required(),
    }),
    tags,
  }),
  publish: defineEndpoint({
    name: "workFlowPublish",
    method: "POST",
    path: `${flowPrefix}/publish`,
    summary: "Makes the draft a version; refused with its faults",
    permission: press("workFlow.publish"),
    body: object({ compId: compField(), id: idField("流程"), revision: revisionField() }),
    reply: object({ version: number().required() }),
    tags,
  }),
  validate: defineEndpoint({
    name: "workFlowValidate",
    method: "POST",
    path: `${flowPrefix}/validate`,
    summary: "What is wrong with a definition: what publishing it would be refused for",
    permission: onFlows,
    reads: true,
    body: object({
      compId: compField(),
      /** Of the flow that it is drawn for; absent: one that is not kept yet. */
      id: string().label("流程").max(64),
      formId: string().label("表单").max(64),
      definition: definitionField().required(),
    }),
    reply: faultsReply,
    tags,
  }),
  simulate: defineEndpoint({
    name: "workFlowSimulate",
    method: "POST",
    path: `${flowPrefix}/simulate`,
    summary: "The way an order with these values would take",
    permission: onFlows,
    reads: true,
    body: object({
      compId: compField(),
      definition: definitionField().required(),
      values: valuesField(),
      decisions: array()
        .label("操作")
        .of(string<Decision>().oneOf(["approve", "returnPrevious", "returnCreator", "complete"]).required())
        .max(200),
    }),
    reply: object({
      done: number().oneOf([0, 1]).required(),
      text: string().defined(),
      steps: array()
        .of(
          object({
            nodeId: string().defined(),
            name: string().defined(),
            handler: string().defined(),
            did: string().defined(),
            to: string().defined(),
          }),
        )
        .required(),
    }),
    tags,
  }),
  clone: defineEndpoint({
    name: "workFlowClone",
    method: "POST",
    path: `${flowPrefix}/clone`,
    summary: "A copy of a flow's draft under another name",
    permission: press("workFlow.add"),
    body: object({ compId: compField(), id: idField("流程"), name: nameField("流程名称") }),
    reply: object({ id: string().required() }),
    tags,
  }),
  plan: defineEndpoint({
    name: "workFlowMigrationPlan",
    method: "POST",
    path: `${flowPrefix}/migrationPlan`,
    summary: "Where running orders of older versions would go on under another version",
    permission: press("workFlow.publish"),
    reads: true,
    body: migration(),
    reply: planReply(),
    tags,
  }),
  migrate: defineEndpoint({
    name: "workFlowMigrate",
    method: "POST",
    path: `${flowPrefix}/migrate`,
    summary: "Moves running orders to another version as the plan says",
    permission: press("workFlow.publish"),
    body: migration(),
    reply: planReply(),
    tags,
  }),
});

/** nodes: the old node's id to the new one's, where they differ. */
function migration() {
  return object({
    compId: compField(),
    id: idField("流程"),
    version: number().label("版本").integer().min(1).required(),
    nodes: mixed<Readonly<Record<string, string>>>()
      .label("节点对应关系")
      .test(
        "nodes",
        "节点对应关系格式有误",
        (v) =>
          v === undefined ||
          v === null ||
          (typeof v === "object" && Object.values(v).every((to) => typeof to === "string" && to.length <= 64)),
      ),
    /** Absent: all. */
    orderIds: array().label("工单").of(string().required().max(64)).max(1_000),
  });
}

function planReply() {
  return object({
    moved: number().required(),
    list: array()
      .of(
        object({
          id: string().required(),
          workCode: string().defined(),
          version: number().required(),
          from: string().defined(),
          to: string().defined(),
          /** Why not; '': it goes. */
          text: string().defined(),
        }),
      )
      .required(),
  });
}
