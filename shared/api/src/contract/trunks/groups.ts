/** Groups of trunks (路由节点组) and how one of them is chosen. */
import { array, number, object, string } from "yup";
import { crud } from "../crud.ts";
import { flagField, limits, nameField, numberField, remarkField } from "../fields.ts";
import { defineResource, onPages } from "../resource.ts";
import { operators, routing } from "./parts.ts";

/** How the nodes of a group are chosen: by weight at random, or the first that is up. */
export const groupModes = ["weight", "failover"] as const;
const memberField = () =>
  array()
    .label("节点")
    .of(
      object({ nodeId: string().required("请选择节点"), weight: numberField("权重", { min: 1, max: 100 }).required() }),
    )
    .min(1, "请至少选择一个节点")
    .max(50)
    .required()
    .test("once", "同一节点只能添加一次", (list) => new Set(list?.map((m) => m.nodeId)).size === (list?.length ?? 0));

export const routeGroupApi = defineResource(
  crud({
    name: "routeGroup",
    prefix: "/pbx/api/v1/routeGroup",
    noun: "trunk group",
    tag: "RouteGroup",
    row: object({
      id: string().required(),
      name: string().required(),
      mode: string().oneOf(groupModes).required(),
      enabled: number().required(),
      remark: string().defined(),
      members: array()
        .of(
          object({
            nodeId: string().required(),
            nodeName: string().required(),
            weight: number().required(),
            enabled: number().required(),
            state: string().required(),
          }),
        )
        .required(),
    }),
    filters: { name: string().label("组名称").max(limits.input) },
    sortable: ["name"],
    fields: {
      name: nameField("组名称"),
      mode: string().label("选择方式").oneOf(groupModes).required("请选择"),
      members: memberField(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: {
      list: onPages(operators, "/routernodegroup", "/routercmbd"),
      add: routing,
      update: routing,
      delete: routing,
    },
  }),
);
