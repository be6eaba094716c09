/** The eight types of the specification with all attributes of console.md section 3. */
import type { FormField } from "@liantai/api/forms";

const common = {
  placeholder: "请填写",
  require: false,
  ruleError: "请务必填写",
  listDisplay: true,
  detailDisplay: true,
  export: true,
  importRequire: false,
  permission: false,
  hidden: false,
  inlineBlock: true,
  workOrderUpgrade: false,
  config: false,
  controlNotes: ["给填写人的说明"],
} as const;
const items = [
  { label_name: "甲", label_value: "1" },
  { label_name: "乙", label_value: "2" },
];

export const everyField: readonly FormField[] = [
  { ...common, type: "input", name: "title", label: "标题", value: "默认", query: true, distinct: true, maxLength: 30 },
  { ...common, type: "textarea", name: "detail", label: "详情", query: true, maxLength: 200, maxRows: 5 },
  { ...common, type: "radio", name: "level", label: "级别", query: true, items },
  { ...common, type: "select", name: "kind", label: "类别", query: true, items },
  { ...common, type: "checkbox", name: "tags", label: "标签", query: true, items },
  { ...common, type: "datepicker", name: "day", label: "日期", query: true, format: "yyyy-MM-dd" },
  { ...common, type: "uploads", name: "pictures", label: "图片", query: true, maxSize: 2_048, amount: 2 },
  {
    ...common,
    type: "cascading select",
    name: "area",
    label: "地区",
    query: true,
    multilevelSelect: false,
    multilevelCount: 3,
    cascadeCount: 3,
    ext: { options: { from: "cascade", id: "" } },
  },
];
