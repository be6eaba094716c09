/** /pbx/api/v1/agent/importData: seats from a sheet. */
import { RoleTypes } from "../roles.ts";
import { object } from "yup";
import { compField } from "../crud.ts";
import { flagField } from "../fields.ts";
import { importReply } from "../imports.ts";
import { defineEndpoint, defineResource, filesField, roles, timeouts } from "../resource.ts";

const prefix = "/pbx/api/v1/agent";
const button = roles(RoleTypes.administrators, { button: "seat.import" });

/** How the import is told from a form: texts of the cells, as the template explains them. */
export const seatImportHint =
  "角色填 坐席 或 班长；坐席组填组名，同名时填 上级组/组名；终端类型填 网页软电话、硬件话机 等；" +
  "开关填 是 或 否。新坐席使用同一初始密码，首次登录须修改。";

export const seatImportApi = defineResource({
  importData: defineEndpoint({
    name: "agentImportData",
    method: "POST",
    path: `${prefix}/importData`,
    summary: "Seats from an xlsx sheet, row by row",
    permission: button,
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    /** makeExtensions 1: extensions that do not exist are made. */
    body: object({ compId: compField(), makeExtensions: flagField("自动创建分机").default(0), files: filesField() }),
    /** password: the initial one of the seats that were added, shown once; null when none was. */
    reply: importReply,
    tags: ["Seat", "AgentGroup", "Extension"],
  }),
  importTemplate: defineEndpoint({
    name: "agentImportTemplate",
    method: "GET",
    path: `${prefix}/importTemplate`,
    summary: "An empty import sheet with its titles",
    permission: button,
    produces: "binary",
  }),
});
