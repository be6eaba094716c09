/** 客户优先级: customers whose form says so count as having waited some minutes longer (docs/protocol.md Q1). */
import { array, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { vipMinutes } from "./vips.ts";

const press = (verb: string) => roles(RoleTypes.supervisors, { button: `customerPriority.${verb}` });
const prefix = "/sg/api/v1/customerPriority";

export const customerPriorityApi = defineResource({
  ...crud({
    name: "customerPriority",
    prefix,
    noun: "customer priority",
    tag: "CustomerPriority",
    row: object({
      id: string().required(),
      formId: string().required(),
      /** '' : the form, the field or the choice is not there any more. */
      formName: string().defined(),
      field: string().required(),
      fieldLabel: string().defined(),
      value: string().required(),
      valueLabel: string().defined(),
      priorityMin: number().required(),
      createdAt: string().required(),
      createdBy: string().defined(),
    }),
    filters: { formId: string().label("客户表单").max(64) },
    sortable: ["priorityMin", "createdAt"],
    fields: {
      formId: string().label("客户表单").max(64).required("请选择客户表单"),
      field: string().label("字段").max(64).required("请选择字段"),
      value: string().label("选项").max(290).required("请选择选项"),
      priorityMin: number()
        .label("优先分钟数")
        .integer("优先分钟数只能是整数")
        .min(vipMinutes.least)
        .max(vipMinutes.most)
        .required("请输入优先分钟数"),
    },
    permission: {
      list: onPages(roles(RoleTypes.supervisors), "/queuelist"),
      add: press("add"),
      update: press("update"),
      delete: press("delete"),
    },
  }),
  /** Fields of published forms of customers that are chosen from a list. */
  choices: defineEndpoint({
    name: "customerPriorityChoices",
    method: "POST",
    path: `${prefix}/choices`,
    summary: "Choices of customers' forms that a priority can follow",
    permission: roles(RoleTypes.supervisors, { page: ["/queuelist"] }),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          formId: string().required(),
          formName: string().defined(),
          field: string().required(),
          fieldLabel: string().defined(),
          value: string().required(),
          valueLabel: string().defined(),
        }),
      )
      .required(),
    tags: ["CustomerPriority"],
  }),
});
