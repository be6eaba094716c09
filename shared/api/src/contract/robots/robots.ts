/** The robot lines operators give (endpoints.txt, "Administration"). */
import { RoleTypes } from "../roles.ts";
import { boolean, number, object, string } from "yup";
import { crud } from "../crud.ts";
import { dateField, flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineResource, roles, onPages } from "../resource.ts";

const flag = () => number().oneOf([0, 1]).required();
const line = roles(RoleTypes.operators, { operate: "robot.edit" });
/** Operators name the enterprise of what they change; the enterprise's administrators read. */
export const robotApi = defineResource(
  crud({
    name: "robot",
    prefix: "/pbx/api/v1/robot",
    noun: "robot line",
    tag: "Robot",
    row: object({
      id: string().required(),
      compId: string().required(),
      compName: string().defined(),
      name: string().required(),
      concurrency: number().required(),
      /** Its last day; '': none. */ expiresOn: string().defined(),
      /** That day is over. */ expired: boolean().required(),
      enabled: flag(),
      remark: string().defined(),
    }),
    filters: { name: lengthField("线路名称"), enabled: string().label("状态").oneOf(["", "0", "1"]) },
    sortable: ["name", "compId", "concurrency", "expiresOn"],
    fields: {
      name: nameField("线路名称"),
      concurrency: numberField("并发数", { min: 1, max: 100_000 }).required("请输入并发数"),
      expiresOn: dateField("到期日期"),
      enabled: flagField("启用").default(1),
      remark: remarkField(),
    },
    permission: {
      list: onPages(roles(RoleTypes.managers), "/robotmanage", "/robotList"),
      add: line,
      update: line,
      delete: line,
    },
  }),
);
