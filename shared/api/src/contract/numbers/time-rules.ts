/** 时间规则: working hours, holidays and special days. */
import { array, number, object, string } from "yup";
import { crud } from "../crud.ts";
import { nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { enterprise, owners } from "./parts.ts";
import { workingTimeFields } from "./working-time.ts";

const timeRuleFields = { name: nameField("规则名称"), remark: remarkField().defined(), ...workingTimeFields };
const dayReply = { date: string().required(), name: string().defined() };
const rangesReply = array()
  .of(object({ from: string().required(), to: string().required() }))
  .required();

export const timeRuleApi = defineResource({
  ...crud({
    name: "timeRule",
    prefix: "/pbx/api/v1/timeRule",
    noun: "time rule",
    tag: "TimeRule",
    row: object({
      id: string().required(),
      name: string().required(),
      remark: string().defined(),
      weekly: array()
        .of(object({ days: array().of(number().required()).required(), ranges: rangesReply }))
        .required(),
      holidays: array().of(object(dayReply)).required(),
      specials: array()
        .of(object({ ...dayReply, ranges: rangesReply }))
        .required(),
      /** Access numbers that follow it. */
      usedBy: array().of(string().required()).required(),
    }),
    filters: { name: string().label("规则名称").max(30) },
    sortable: ["name"],
    fields: timeRuleFields,
    permission: {
      list: onPages(owners, "/timeRule", "/setDnis"),
      add: enterprise("timeRule.add"),
      update: enterprise("timeRule.update"),
      delete: enterprise("timeRule.delete"),
    },
  }),
  /** Holidays as the State Council set them, and the weekend days worked instead. Refused for a year not announced yet. */
  statutory: defineEndpoint({
    name: "timeRuleStatutory",
    method: "POST",
    path: "/pbx/api/v1/timeRule/statutory",
    summary: "Statutory holidays and make-up working days of a year",
    permission: onPages(owners, "/timeRule"),
    reads: true,
    body: object({ year: number().label("年份").integer().min(2_004).max(2_100).required("请选择年份") }),
    reply: object({
      year: number().required(),
      holidays: array().of(object(dayReply)).required(),
      workdays: array().of(object(dayReply)).required(),
    }),
  }),
});
