/** 外呼路由: how a dialled number is rewritten and what the called side is shown. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import {
  dialField,
  digitListField,
  flagField,
  limits,
  nameField,
  numberField,
  prefixesField,
  remarkField,
} from "../fields.ts";
import { defineEndpoint, defineResource, roles, onPages } from "../resource.ts";
import { priority } from "./parts.ts";

/** What the called side is shown: the default access number, a fixed number, or one of a list in turn. */
export const displayModes = ["default", "fixed", "rotate"] as const;
const enterprise = (button: string) => roles(RoleTypes.managers, { button });

export const routeOutApi = defineResource({
  ...crud({
    name: "routeOut",
    prefix: "/pbx/api/v1/routeOut",
    noun: "outbound route",
    tag: "RouteOut",
    row: object({
      id: string().required(),
      name: string().required(),
      prefixes: string().defined(),
      minLength: number().required(),
      maxLength: number().required(),
      strip: number().required(),
      prepend: string().defined(),
      display: string().oneOf(displayModes).required(),
      displayNumbers: string().defined(),
      priority: number().required(),
      enabled: number().required(),
      remark: string().defined(),
    }),
    filters: {
      name: string().label("路由名称").max(limits.input),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["priority", "name"],
    fields: {
      name: nameField("路由名称"),
      /** '' : every number. */
      prefixes: prefixesField("号码前缀"),
      minLength: numberField("最短位数", { min: 1, max: 32 }).required("请输入最短位数"),
      maxLength: numberField("最长位数", { min: 1, max: 32 })
        .required("请输入最长位数")
        .test(
          "order",
          "最长位数不能小于最短位数",
          (v, { parent }) => v === undefined || parent.minLength === undefined || v >= parent.minLength,
        ),
      /** Leading digits to take off, then what to put before. */
      strip: numberField("去除前几位", { max: 16 }).required("请输入去除位数"),
      prepend: dialField("添加前缀", 16),
      display: string().label("外显方式").oneOf(displayModes).required("请选择"),
      displayNumbers: digitListField("外显号码", 500).when("display", {
        is: (v: string) => v !== "default",
        then: (s) => s.required("请输入外显号码"),
      }),
      priority: priority(),
      enabled: flagField("启用").required(),
      remark: remarkField(),
    },
    permission: {
      list: onPages(roles(RoleTypes.managers), "/routercalout"),
      add: enterprise("routeOut.add"),
      update: enterprise("routeOut.update"),
      delete: enterprise("routeOut.delete"),
    },
  }),
  /** Type a caller and a number, see which route and which rewriting applies and why. */
  test: defineEndpoint({
    name: "routeOutTest",
    method: "POST",
    path: "/pbx/api/v1/routeOut/test",
    summary: "Which outbound route and trunk a call would take, and why",
    permission: onPages(roles(RoleTypes.managers), "/routercalout"),
    reads: true,
    body: object({
      compId: compField(),
      caller: dialField("主叫号码").required("请输入主叫号码"),
      callee: dialField("被叫号码").required("请输入被叫号码"),
    }),
    reply: object({
      ok: boolean().required(),
      reason: string().defined(),
      dialled: string().defined(),
      displayed: string().defined(),
      routeName: string().nullable().defined(),
      trunkRoute: string().nullable().defined(),
      trunks: array().of(string().required()).required(),
      steps: array()
        .of(
          object({
            title: string().required(),
            detail: string().defined(),
            outcome: string().oneOf(["matched", "skipped", "blocked", "info"]).required(),
          }),
        )
        .required(),
    }),
  }),
});
