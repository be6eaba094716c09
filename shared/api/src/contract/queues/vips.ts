/** 贵宾名单: callers that count as having waited some minutes longer (docs/protocol.md Q1). */
import { number, object, string } from "yup";
import { crud } from "../crud.ts";
import { dialField, lengthField } from "../fields.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

/** Minutes that the priority of one caller may be. */
export const vipMinutes = { least: 1, most: 60 } as const;

const press = (verb: string) => roles(RoleTypes.supervisors, { button: `vip.${verb}` });

export const vipApi = defineResource(
  crud({
    name: "vip",
    prefix: "/sg/api/v1/vip",
    noun: "VIP",
    tag: "Vip",
    row: object({
      id: string().required(),
      /** Masked for who may not see numbers. */
      phone: string().required(),
      name: string().defined(),
      priorityMin: number().required(),
      createdAt: string().required(),
      createdBy: string().defined(),
    }),
    filters: { phone: string().label("号码").max(20), name: string().label("客户").max(20) },
    sortable: ["phone", "name", "priorityMin", "createdAt"],
    findsBy: ["phone"],
    fields: {
      phone: dialField("号码", 20).required("请输入号码"),
      name: lengthField("客户", 20),
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
);
