/** 选项统计: how often each option of a form was chosen, within the asker's data scope (endpoints.txt, chart). */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { exportReply } from "../files/jobs.ts";
import type { ControlType } from "../forms/definition.ts";
import { socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { onRecords, recordPages } from "./parts.ts";
import { recordFilters } from "./records.ts";

const chart = "/crm/api/v1/chart";

/** What has options; of a cascade its first level is counted. */
export const chartedTypes = [
  "radio",
  "select",
  "checkbox",
  "cascading select",
] as const satisfies readonly ControlType[];
export const mostCharted = 20;

/** The list's questions, and which fields; none named: all that have options, the first 20. */
const question = {
  ...recordFilters,
  fields: array().label("字段").of(string().required().max(30)).max(mostCharted, `最多统计${mostCharted}个字段`),
};

export const formChartApi = defineResource({
  options: defineEndpoint({
    name: "formOptionStatistic",
    method: "POST",
    path: `${chart}/formOptionStatistic`,
    summary: "How often each option of a form was chosen; questions as of the list",
    permission: onRecords,
    reads: true,
    findsBy: ["phone", "filters"],
    body: object({ compId: compField(), ...question }),
    reply: object({
      /** Records that were looked at. */
      total: number().integer().required(),
      fields: array()
        .of(
          object({
            name: string().required(),
            label: string().required(),
            type: string().required(),
            /** Records in which something is chosen. */
            answered: number().integer().required(),
            /** In the order of the form; behind them what it offers no more. */
            options: array()
              .of(
                object({
                  value: string().required(),
                  label: string().defined(),
                  count: number().integer().required(),
                }),
              )
              .required(),
          }),
        )
        .required(),
    }),
    tags: ["FormRecord"],
  }),
  exportOptions: defineEndpoint({
    name: "formOptionStatisticExport",
    method: "POST",
    path: `${chart}/formOptionStatisticExport`,
    summary: "The same as a workbook, as a job",
    permission: onPages(roles(RoleTypes.enterprise, { purview: "export" }), ...recordPages),
    body: object({ compId: compField(), ...question, socketId: socketIdField() }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
