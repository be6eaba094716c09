/** Work orders as a workbook. */
import { object, string } from "yup";
import { compField } from "../crud.ts";
import { exportReply } from "../files/jobs.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { orderFilters, orderFinding } from "./order-filters.ts";
import { orderPrefix } from "./order-parts.ts";

export const orderSheetApi = defineResource({
  export: defineEndpoint({
    name: "formStreamExport",
    method: "POST",
    path: `${orderPrefix}/export`,
    summary: "Exports work orders as a job; questions as of the list",
    permission: roles(RoleTypes.enterprise, { button: "formStream.export", purview: "export" }),
    findsBy: orderFinding,
    body: object({ compId: compField(), ...orderFilters, socketId: string().label("连接编号").max(64) }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
