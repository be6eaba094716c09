/** Area 'customer-forms': forms that an enterprise designs, and the records written with them. */
import { defineArea } from "../area.ts";
import type { ButtonDefinition } from "../buttons.ts";
import { crudButtons } from "../buttons.ts";
import type { FormType } from "../forms/definition.ts";
import { customerFormConfApi } from "./definitions.ts";
import { formDataApi, taskFormApi } from "./form-data.ts";
import { recordButton, recordPages, recordVerbs, type RecordVerb } from "./parts.ts";
import { customerFormDataApi } from "./records.ts";
import { recordSheetApi } from "./sheets.ts";

export * from "./definitions.ts";
export * from "./form-data.ts";
export { recordButton, recordPages, type RecordVerb } from "./parts.ts";
export * from "./records.ts";
export * from "./sheets.ts";
export * from "./values.ts";

const people = ["A", "S", "M"] as const;
/** Who makes records vanish, or takes many away. */
const keepers = ["A", "M"] as const;
const nouns: Readonly<Record<FormType, string>> = {
  customer: "客户",
  workOrder: "工单",
  task: "任务",
  contact: "联系人资料",
};

const recordButtons = (formType: FormType): readonly ButtonDefinition[] =>
  (Object.keys(recordVerbs) as RecordVerb[]).map((verb) => ({
    code: recordButton(formType, verb),
    name: `${recordVerbs[verb]}${nouns[formType]}`,
    who: verb === "delete" || verb === "push" ? keepers : people,
    kept: true as const,
  }));

export const customerFormsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  planned: ["/formmanage", ...recordPages],
  resources: [customerFormConfApi, customerFormDataApi, formDataApi, taskFormApi, recordSheetApi],
  buttons: {
    "/formmanage": crudButtons("customerForm", ["A"]).map((button) => ({
      ...button,
      name: `${button.name}表单`,
      kept: true as const,
    })),
    "/customerinformation": recordButtons("customer"),
    "/workorderinformation": recordButtons("workOrder"),
    "/taskinformation": recordButtons("task"),
    "/addresslist": recordButtons("contact"),
  },
  logWords: {
    objects: { customerForm: "表单", formRecord: "表单数据" },
    actions: {
      publish: "发布",
      setPopup: "设置弹屏",
      restore: "还原",
      purge: "彻底删除",
      lookup: "来电查询",
      push: "推送",
    },
    fields: { popup: "弹屏", fields: "字段" },
  },
}));
