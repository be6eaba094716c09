/** 状态统计: how many orders are in which state, of those that the asker sees (endpoints.txt, chart). */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { exportReply } from "../files/jobs.ts";
import { socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { orderFilters, orderFinding } from "./order-filters.ts";
import { orderPages, orderTags, stateField } from "./order-parts.ts";

const chart = "/crm/api/v1/chart";

export const orderChartApi = defineResource({
  states: defineEndpoint({
    name: "formStatusStatistic",
    method: "POST",
    path: `${chart}/formStatusStatistic`,
    summary: "How many orders are in which state, and what their flows call it; questions as of the list",
    permission: orderPages,
    reads: true,
    findsBy: orderFinding,
    body: object({ compId: compField(), ...orderFilters }),
    reply: object({
      total: number().integer().required(),
      /** Every state, in the order of an order's life; deleted ones only when they are asked for. */
      states: array()
        .of(
          object({
            state: stateField().required(),
            name: string().required(),
            count: number().integer().required(),
            /** Of these, by the names that their flows have for the state. */
            statuses: array()
              .of(object({ status: string().required(), count: number().integer().required() }))
              .required(),
          }),
        )
        .required(),
    }),
    tags: orderTags,
  }),
  exportStates: defineEndpoint({
    name: "formStatusStatisticExport",
    method: "POST",
    path: `${chart}/formStatusStatisticExport`,
    summary: "The same as a workbook, as a job",
    permission: roles(RoleTypes.enterprise, { button: "formStream.export", purview: "export" }),
    findsBy: orderFinding,
    body: object({ compId: compField(), ...orderFilters, socketId: socketIdField() }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
