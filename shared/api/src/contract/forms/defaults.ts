/** What a new form begins with (console.md section 3, default form fields; inventory B2). */
import {
  controlTypes,
  fieldDefaults,
  type ControlType,
  type FormField,
  type FormOption,
  type FormType,
} from "./definition.ts";

const system = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  type: "input",
  name,
  label,
  config: true,
  ...more,
});
/** The server numbers a record that comes without. */
const numbered = { placeholder: "不填则自动编号" } as const;
const must = { require: true, query: true } as const;

/** 10, 8, 5, 1 */
export const satisfactionOptions: readonly FormOption[] = [
  { label_name: "非常满意", label_value: "10" },
  { label_name: "满意", label_value: "8" },
  { label_name: "一般", label_value: "5" },
  { label_name: "不满意", label_value: "1" },
];
const questionOptions: readonly FormOption[] = ["咨询", "投诉", "建议", "报修", "其他"].map((name, at) => ({
  label_name: name,
  label_value: String(at + 1),
}));

const phone = system("phone", "电话号码", { ...must, ext: { content: "phone", mask: "phone", popup: true } });
const popup = { ext: { popup: true } } as const;
const remark = system("remark", "备注", { type: "textarea", maxLength: 200, listDisplay: false, ...popup });

const fields: Readonly<Record<FormType, readonly FormField[]>> = {
  customer: [
    system("customerCode", "客户编号", { ...must, ...numbered, distinct: true, ...popup }),
    system("customerName", "客户姓名", { ...must, ...popup }),
    phone,
    system("callErloc", "号码归属地", { query: true, ...popup }),
    system("accountLocation", "客户所在地", { query: true, ...popup }),
    remark,
  ],
  workOrder: [
    system("workCode", "工单编号", { ...must, ...numbered, distinct: true }),
    system("workName", "工单名称", { ...must, ...popup }),
    system("customerCodeFillin", "客户编号", { ...must, ...popup }),
    phone,
    system("question", "问题类型", { type: "select", query: true, items: questionOptions, ...popup }),
    system("workDetail", "工单详情", { type: "textarea", maxLength: 1_000, listDisplay: false, ...popup }),
    system("satisfaction", "满意度", {
      type: "radio",
      require: true,
      query: true,
      items: satisfactionOptions,
      ...popup,
    }),
    remark,
  ],
  task: [
    system("taskMark", "任务标识", { query: true, ...popup }),
    system("batchNumber", "批次号", { query: true, ...popup }),
  ],
  contact: [
    system("name", "姓名", { ...must, ...popup }),
    system("phone", "电话", {
      ...must,
      distinct: true,
      ext: { content: "telephone", mask: "phone", popup: true },
    }),
    system("company", "公司", { maxLength: 60, query: true, ...popup }),
    remark,
  ],
};

export const defaultFields = (formType: FormType): readonly FormField[] => fields[formType];

/** What a kind of control begins with: a radio has two options. */
export function newField(type: ControlType, name: string): FormField {
  const label = controlTypes[type];
  switch (type) {
    case "radio":
    case "select":
    case "checkbox":
      return {
        type,
        name,
        label,
        items: ["1", "2"].map((value) => ({ label_name: `选项${value}`, label_value: value })),
      };
    case "cascading select":
      return { type, name, label, cascadeCount: 2, ext: { options: { from: "cascade", id: "" } } };
    case "lookup":
      return { type, name, label, ext: { lookup: { to: "customer" } } };
    case "rows":
      return { type, name, label, ext: { rows: { fields: [newField("input", "column1")] } } };
    case "input":
      return { type, name, label, maxLength: fieldDefaults.maxLength.input };
    case "textarea":
      return { type, name, label, maxLength: fieldDefaults.maxLength.textarea, maxRows: fieldDefaults.maxRows };
    case "datepicker":
      return { type, name, label, format: fieldDefaults.format };
    case "uploads":
      return { type, name, label, maxSize: fieldDefaults.maxSize, amount: fieldDefaults.amount };
  }
}
