/** Everything that a definition is refused with, beyond its shape: by the designer while it is made, by the server when it comes. */
import { attributeLabels, type AttributeName, type DefinitionFault } from "./faults.ts";
import {
  type FormDefinition,
  type FormField,
  formLimits,
  isChoice,
  isNumberField,
  levelsOf,
  reservedKeys,
} from "./definition.ts";
import { referencesFaults, settable } from "./validate-references.ts";

/** A key that an empty object has already would be found in records without it. */
const isReserved = (key: string): boolean => reservedKeys.includes(key) || key in {};

type Tell = (attribute: AttributeName, message: string) => void;

function nameFaults({ name, label }: FormField, tell: Tell): void {
  if (!/^[A-Za-z]\w*$/.test(name) && !(name in {})) tell("name", "字段标识为字母、数字、下划线，以字母开头");
  else if (isReserved(name)) tell("name", "该字段标识不能使用");
  if (label.trim() !== label) tell("label", "字段名称前后不能有空格");
}

const twiceOf = (list: readonly string[]): string | undefined => list.find((one, at) => list.indexOf(one) !== at);

function itemFaults(field: FormField, tell: Tell): void {
  const items = field.items ?? [];
  const own = field.ext?.options === undefined || field.ext.options.from === "items";
  if (isChoice(field.type) && own && items.length === 0) tell("items", "请添加选项");
  if (isChoice(field.type) && field.ext?.options?.from === "cascade")
    tell("options", "选项来源只能是固定选项或数据字典");
  const name = twiceOf(items.map((one) => one.label_name));
  if (name !== undefined) tell("items", `选项名称“${name}”重复`);
  const value = twiceOf(items.map((one) => one.label_value));
  if (value !== undefined) tell("items", `选项值“${value}”重复`);
  // 、 and commas part the choices of a checkbox in a workbook.
  const parting = field.type === "checkbox" && items.find((one) => /[、,，;；]/.test(one.label_name));
  if (parting) tell("items", `选项名称“${parting.label_name}”不能包含顿号、逗号和分号`);
}

function sizeFaults(field: FormField, tell: Tell): void {
  const { ext = {} } = field;
  if (field.type === "input" && (field.maxLength ?? 0) > formLimits.input)
    tell("maxLength", `单行文本最多${formLimits.input}个字符`);
  if (ext.min !== undefined && ext.max !== undefined && ext.min > ext.max) tell("min", "最小值不能大于最大值");
  if (field.multilevelCount !== undefined && field.multilevelCount !== levelsOf(field))
    tell("cascadeCount", "两处级数不一致");
  const { min, max } = ext.rows ?? {};
  if (min !== undefined && max !== undefined && min > max) tell("rows", "最少行数不能大于最多行数");
}

const comparable = new Set(["input", "radio", "select", "datepicker", "lookup", "cascading select"]);

function typeFaults(field: FormField, tell: Tell): void {
  const { ext = {} } = field;
  if (ext.content !== undefined && field.type !== "input") tell("content", "只有单行文本可以设置内容类型");
  if (ext.precision !== undefined && !isNumberField(field)) tell("precision", "只有数字可以设置小数位数");
  if (field.distinct && !comparable.has(field.type)) tell("distinct", "多选、多行文本、附件和明细不能设为不可重复");
  if ((field.type === "lookup") !== (ext.lookup !== undefined)) tell("lookup", "请设置关联对象");
  if ((field.type === "rows") !== (ext.rows !== undefined)) tell("rows", "请设置明细的列");
  if (field.type === "rows" && ext.rows?.fields.length === 0) tell("rows", "请添加明细的列");
  if (ext.formula !== undefined && !settable.has(field.type)) tell("formula", "这种字段不能由公式计算");
  if (ext.formula !== undefined && ext.defaultExpression !== undefined)
    tell("defaultExpression", "有公式的字段不需要默认值");
}

const inRows = new Set(["input", "textarea", "radio", "select", "checkbox", "datepicker", "lookup"]);

function columnFaults(field: FormField, tell: Tell): DefinitionFault[] {
  const columns = field.ext?.rows?.fields ?? [];
  const twice = twiceOf(columns.map((one) => one.name));
  if (twice !== undefined) tell("rows", `列标识“${twice}”重复`);
  for (const sum of field.ext?.rows?.sums ?? [])
    if (!columns.some((one) => one.name === sum && isNumberField(one))) tell("rows", `合计列“${sum}”不是数字列`);
  return columns.flatMap((column) =>
    inRows.has(column.type)
      ? fieldFaults(column, `“${field.label}”的列`).map((fault) => ({ ...fault, field: field.name }))
      : [{ field: field.name, attribute: "rows", message: `“${field.label}”的列“${column.label}”不能用这种类型` }],
  );
}

function fieldFaults(field: FormField, before = ""): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const tell: Tell = (attribute, message) =>
    faults.push({
      field: field.name,
      attribute,
      message: `${before}“${field.label}”的${attributeLabels[attribute]}：${message}`,
    });
  nameFaults(field, tell);
  itemFaults(field, tell);
  sizeFaults(field, tell);
  typeFaults(field, tell);
  return [...faults, ...columnFaults(field, tell)];
}

/** Two of one key, two of one name. */
function pairFaults({ fields }: FormDefinition): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const keys = new Map<string, FormField>();
  const labels = new Set<string>();
  for (const field of fields) {
    const first = keys.get(field.name);
    if (first)
      faults.push({
        field: field.name,
        attribute: "name",
        message: `“${field.label}”和“${first.label}”的字段标识都是“${field.name}”`,
      });
    else keys.set(field.name, field);
    if (labels.has(field.label))
      faults.push({ field: field.name, attribute: "label", message: `字段名称“${field.label}”重复` });
    labels.add(field.label);
  }
  return faults;
}

/** No faults: it can be compiled and published. */
export function validateDefinition(definition: FormDefinition): readonly DefinitionFault[] {
  const { fields } = definition;
  const count: DefinitionFault[] = [
    ...(fields.length === 0 ? [{ attribute: "fields", message: "请添加字段" }] : []),
    ...(fields.length > formLimits.fields ? [{ attribute: "fields", message: `最多${formLimits.fields}个字段` }] : []),
  ];
  const pairs = pairFaults(definition);
  const faults = [...count, ...pairs, ...fields.flatMap((field) => fieldFaults(field))];
  // With two fields of one key nobody knows which one is meant.
  return pairs.length > 0 ? faults : [...faults, ...referencesFaults(definition)];
}

/** What a new version may not do to the fields of the system: take them away, give them another key or type (inventory B8). */
export function systemFaults(before: FormDefinition, after: FormDefinition): readonly DefinitionFault[] {
  return before.fields
    .filter((field) => field.config === true)
    .flatMap((field) => {
      const now = after.fields.find((one) => one.name === field.name);
      if (!now) return [{ field: field.name, message: `系统字段“${field.label}”不能删除或修改字段标识` }];
      return now.type === field.type && now.config === true
        ? []
        : [{ field: field.name, attribute: "type", message: `系统字段“${field.label}”不能修改类型` }];
    });
}
