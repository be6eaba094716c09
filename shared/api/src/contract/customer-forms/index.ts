/** Area 'customer-forms': forms that an enterprise designs, and the records written with them. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { callPopupApi } from "../popups.ts";
import { rowsOf } from "../tab-row.ts";
import { formChartApi } from "./charts.ts";
import { customerFormConfApi } from "./definitions.ts";
import { formDraftApi } from "./drafts.ts";
import { recordDuplicateApi } from "./duplicates.ts";
import { formDataApi, taskFormApi } from "./form-data.ts";
import { recordHistoryApi } from "./history.ts";
import { intentionLevelApi } from "./intentions.ts";
import { recordButtons, recordPages } from "./parts.ts";
import { recordPoolApi } from "./pool.ts";
import { recordPresenceApi } from "./presence.ts";
import { customerFormDataApi } from "./records.ts";
import { recordSheetApi } from "./sheets.ts";
import { formWords } from "./log-words.ts";
import { recordNumberApi } from "./numbers.ts";
import { formTagApi } from "./tags.ts";
import { recordViewApi } from "./views.ts";

export * from "./charts.ts";
export * from "./definitions.ts";
export * from "./drafts.ts";
export * from "./duplicates.ts";
export * from "./form-data.ts";
export * from "./history.ts";
export * from "./intentions.ts";
export * from "./layouts.ts";
export * from "./numbers.ts";
export { hasVerb, recordButton, recordPages, type RecordVerb } from "./parts.ts";
export * from "./pool.ts";
export * from "./presence.ts";
export * from "./records.ts";
export * from "./sheets.ts";
export * from "./tags.ts";
export * from "./values.ts";
export * from "./views.ts";

const row = rowsOf("workorder", "workorder");

export const customerFormsTabs = [row("/formmanage", "表单管理", "A")];
export const popupsTabs = [
  row("/screenPopup", "来电弹屏", "SM", { param: "optional" }),
  row("/callScreen", "通话弹屏", "SM", { param: "state" }),
];
/** Lists of records. */
export const recordsTabs = [
  row("/customerinformation", "客户信息", "ASM", { param: "state" }),
  row("/robotcustomerinformation", "机器人客户", "ASM"),
  row("/taskinformation", "任务信息", "ASM", { param: "state" }),
  row("/intellectleveinfo", "智能意向信息", "ASM"),
];

export const customerFormsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [...customerFormsTabs, ...recordsTabs, ...popupsTabs],
  planned: [...recordPages],
  resources: [
    customerFormConfApi,
    callPopupApi,
    customerFormDataApi,
    recordHistoryApi,
    recordPresenceApi,
    formDataApi,
    formDraftApi,
    taskFormApi,
    recordSheetApi,
    formChartApi,
    intentionLevelApi,
    formTagApi,
    recordNumberApi,
    recordViewApi,
    recordDuplicateApi,
    recordPoolApi,
  ],
  buttons: {
    "/formmanage": crudButtons("customerForm", ["A"]).map((button) => ({
      ...button,
      name: `${button.name}表单`,
      kept: true as const,
    })),
    "/customerinformation": recordButtons("customer", "客户"),
    "/workorderinformation": recordButtons("workOrder", "工单"),
    "/taskinformation": recordButtons("task", "任务"),
    "/intellectleveinfo": [{ code: "intentionLevel.save", name: "设置意向等级", who: ["A"] }],
  },
  logWords: formWords,
}));
