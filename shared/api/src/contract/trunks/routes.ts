/** 路由配置: which numbers of which enterprises leave by which group of trunks. */
import { number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import { flagField, limits, nameField, prefixesField, remarkField } from "../fields.ts";
import { defineResource, onPages } from "../resource.ts";
import { operators, priority, routing } from "./parts.ts";

export const routeConfigApi = defineResource(
  crud({
    name: "routeConfig",
    prefix: "/pbx/api/v1/routeConfig",
    noun: "route",
    tag: "RouteConfig",
    row: object({
      id: string().required(),
      name: string().required(),
      ownerCompId: string().nullable().defined(),
      ownerName: string().nullable().defined(),
      callerPrefixes: string().defined(),
      calleePrefixes: string().defined(),
      groupId: string().required(),
      groupName: string().required(),
      priority: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: { name: string().label("路由名称").max(limits.input), groupId: string().label("节点组").max(64) },
    sortable: ["priority", "name"],
    fields: {
      name: nameField("路由名称"),
      /** '' : every enterprise. */
      ownerCompId: compField(),
      /** '' : every caller. */
      callerPrefixes: prefixesField("主叫前缀"),
      calleePrefixes: prefixesField("被叫前缀"),
      groupId: string().label("节点组").required("请选择").max(64),
      priority: priority(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: { list: onPages(operators, "/routercmbd"), add: routing, update: routing, delete: routing },
  }),
);
