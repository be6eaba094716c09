/**
 * Chinese texts of yup's own rules, on both sides. yup reads them when a schema is made, so resource.ts imports this file
 * before any contract makes one.
 */
import { setLocale } from "yup";

/** Length (console.md section 5): said here once, for yup's own rules and for the fields that count characters as people do. */
export const lengthTexts = {
  exact: (length: number) => `只能输入${length}个字符`,
  max: (max: number) => `最多输入${max}个字符`,
  min: (min: number) => `最少输入${min}个字符`,
} as const;

const kinds: Readonly<Record<string, string>> = {
  number: "数字",
  string: "文字",
  boolean: "是或否",
  date: "日期",
  array: "列表",
  object: "对象",
};

setLocale({
  mixed: {
    default: "${path}填写有误",
    required: "${path}不能为空",
    defined: "${path}不能为空",
    notNull: "${path}不能为空",
    oneOf: "${path}只能是以下值之一：${values}",
    notOneOf: "${path}不能是以下值之一：${values}",
    notType: ({ path, type }) => `${path}应为${kinds[type] ?? "有效的值"}`,
  },
  string: {
    length: ({ length }: { length: number }) => lengthTexts.exact(length),
    min: ({ min }: { min: number }) => lengthTexts.min(min),
    max: ({ max }: { max: number }) => lengthTexts.max(max),
    matches: "${path}格式有误",
    email: "${path}不是有效的邮箱地址",
    url: "${path}不是有效的网址",
    uuid: "${path}格式有误",
    datetime: "${path}不是有效的时间",
    trim: "${path}前后不能有空格",
  },
  number: {
    min: "${path}不能小于${min}",
    max: "${path}不能大于${max}",
    lessThan: "${path}应小于${less}",
    moreThan: "${path}应大于${more}",
    positive: "${path}应为正数",
    negative: "${path}应为负数",
    integer: "${path}应为整数",
  },
  date: { min: "${path}不能早于${min}", max: "${path}不能晚于${max}" },
  boolean: { isValue: "${path}应为${value}" },
  array: { min: "${path}至少${min}项", max: "${path}最多${max}项", length: "${path}应为${length}项" },
  object: { noUnknown: "${path}含有未知的内容：${unknown}" },
});
