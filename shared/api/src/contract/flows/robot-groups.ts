/** Which robots take the calls of a flow. */
import { array, number, object, string } from "yup";
import { compField, countReply, idField } from "../crud.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { flowPages, onFlows, pressFlow } from "./parts.ts";

const path = "/callin/api/v1/robotGroup";
const tags = ["RobotGroup"];
const ofFlow = { compId: compField(), flowId: idField("流程") };

export const robotGroupApi = defineResource({
  /** In place of those it had. */
  create: defineEndpoint({
    name: "robotGroupCreate",
    method: "POST",
    path: `${path}/create`,
    summary: "Binds robots to a flow",
    permission: pressFlow("edit"),
    body: object({
      ...ofFlow,
      robotIds: array().label("机器人").of(string().required().max(64)).min(1, "请选择机器人").max(200).required(),
    }),
    reply: countReply,
    tags,
  }),
  findByFlowId: defineEndpoint({
    name: "robotGroupFindByFlowId",
    method: "POST",
    path: `${path}/findByFlowId`,
    summary: "Robots of a flow",
    permission: onPages(onFlows, ...flowPages, "/robotList"),
    reads: true,
    body: object(ofFlow),
    reply: array()
      .of(object({ id: string().required(), name: string().defined() }))
      .required(),
    tags,
  }),
  /** What may be bound: the enterprise's lines, and the robots that it made. */
  options: defineEndpoint({
    name: "robotGroupOptions",
    method: "POST",
    path: `${path}/options`,
    summary: "Robots that a flow may be bound to",
    permission: onFlows,
    reads: true,
    body: object(ofFlow),
    reply: array()
      .of(
        object({
          id: string().required(),
          name: string().required(),
          kind: string<"line" | "robot">().oneOf(["line", "robot"]).required(),
          bound: number().oneOf([0, 1]).required(),
        }),
      )
      .required(),
    tags,
  }),
  delByFlowId: defineEndpoint({
    name: "robotGroupDelByFlowId",
    method: "POST",
    path: `${path}/delByFlowId`,
    summary: "Takes all robots from a flow",
    permission: pressFlow("edit"),
    body: object(ofFlow),
    reply: countReply,
    tags,
  }),
});
