/** What conditions may ask beside the fields of a form: drawn and read as fields of it. Their keys begin with $, as no field's does. */
import { recordSources } from "../../customer-forms/values.ts";
import type { FormField, FormType } from "../../forms/definition.ts";
import { orderPriorities, orderStates } from "../codes.ts";

const choice = (name: string, label: string, words: Readonly<Record<string, string>>): FormField => ({
  ...{ type: "select", name, label },
  items: Object.entries(words).map(([label_value, label_name]) => ({ label_name, label_value })),
});
const plain = (name: string, label: string): FormField => ({ type: "input", name, label });
const counted = (name: string, label: string): FormField => ({ ...plain(name, label), ext: { content: "number" } });

const { deleted: _, ...states } = orderStates;
const source = choice("$source", "数据来源", recordSources);

const orderProperties: readonly FormField[] = [
  choice("$state", "工单状态", states),
  choice("$priority", "工单优先级", orderPriorities),
  plain("$title", "工单标题"),
  plain("$node", "当前节点"),
  plain("$holder", "处理人工号"),
  plain("$creator", "创建人工号"),
  counted("$urges", "催办次数"),
  counted("$upgrades", "超时次数"),
  source,
];
const recordProperties: readonly FormField[] = [plain("$owner", "负责人"), source];

export const propertiesOf = (formType: FormType): readonly FormField[] =>
  formType === "workOrder" ? orderProperties : recordProperties;

/** By the keys above. */
export type Properties = Readonly<Record<string, string>>;
