/** What is wrong with a definition: sentences that name the field, for the designer and as the server's refusal. */

export interface DefinitionFault {
  /** The field's key; absent: the form as a whole. */
  readonly field?: string;
  /** The field's attribute, or `rules`. */
  readonly attribute?: string;
  /** The rule's id. */
  readonly rule?: string;
  /** Of an expression: the character, from 0. */
  readonly at?: number;
  readonly message: string;
}

/** The names of attributes that sentences use. */
export const attributeLabels = {
  type: "类型",
  name: "字段标识",
  label: "字段名称",
  placeholder: "输入提示",
  value: "默认值",
  require: "必填",
  ruleError: "必填提示",
  query: "可查询",
  listDisplay: "列表显示",
  detailDisplay: "详情显示",
  export: "可导出",
  importRequire: "导入必填",
  distinct: "不可重复",
  permission: "只读",
  hidden: "隐藏",
  inlineBlock: "半行显示",
  workOrderUpgrade: "工单升级",
  config: "系统字段",
  controlNotes: "控件备注",
  maxLength: "最大长度",
  maxRows: "显示行数",
  format: "日期格式",
  maxSize: "文件大小",
  amount: "文件个数",
  items: "选项",
  multilevelSelect: "逐级选择",
  multilevelCount: "级数",
  cascadeCount: "级数",
  ext: "扩展设置",
  content: "内容类型",
  min: "最小值",
  max: "最大值",
  precision: "小数位数",
  mask: "脱敏方式",
  formula: "公式",
  defaultExpression: "默认值公式",
  options: "选项来源",
  lookup: "关联查找",
  rows: "明细",
  popup: "弹屏显示",
  section: "分组",
  rules: "规则",
} as const;
export type AttributeName = keyof typeof attributeLabels;
