/** What forms say, to the letter of section 5 of both documents. */
import { limits, requiredTexts } from "../fields.ts";
import { fileTexts } from "../file-rules.ts";
import { lengthTexts } from "../locale.ts";
import type { ControlType } from "./definition.ts";

/** Of a control of the specification that is missing its value; ruleError goes before it. */
const empty: Readonly<Partial<Record<ControlType, string>>> = {
  input: requiredTexts.input,
  textarea: requiredTexts.textarea,
  radio: requiredTexts.select,
  select: requiredTexts.select,
  "cascading select": requiredTexts.select,
  datepicker: requiredTexts.date,
  checkbox: requiredTexts.checkbox,
  uploads: "请上传图片",
};
/** Kinds of our own. */
export const requiredText = "该项为必填项";
export const emptyTextOf = (type: ControlType): string => empty[type] ?? requiredText;

export const valueTexts = {
  tooLong: lengthTexts.max,
  text: (label: string) => `${label}应为文字`,
  list: (label: string) => `${label}应为列表`,
  object: (label: string) => `${label}格式有误`,
  choice: (label: string) => `${label}：${requiredTexts.select}`,
  tooManyChecked: (most: number = limits.checkbox) => `最多选择${most}项`,
  twice: (label: string) => `${label}有重复的选项`,
  number: (label: string) => `${label}应为数字`,
  integer: (label: string) => `${label}应为整数`,
  precision: (label: string, digits: number) => `${label}最多${digits}位小数`,
  least: (label: string, min: number) => `${label}不能小于${min}`,
  most: (label: string, max: number) => `${label}不能大于${max}`,
  digits: "请输入数字",
  phoneSize: (label: string) => `${label}为3到20位数字`,
  mobile: "请输入正确的11位手机号码",
  idcard: "请输入正确的身份证号码",
  bankcard: "请输入正确的银行卡号",
  email: "请输入正确的邮箱地址",
  link: "请输入正确的url",
  date: (label: string, format: string) => `${label}格式应为 ${format}`,
  files: fileTexts.tooMany,
  wrongFile: fileTexts.wrongType(),
  leastRows: (label: string, min: number) => `${label}至少${min}行`,
  mostRows: (label: string, max: number) => `${label}最多${max}行`,
  locked: (label: string) => `“${label}”不能修改`,
  unknown: (name: string) => `表单没有字段“${name}”`,
} as const;

/** 表单控件X【files】文件上传失败！ (realtime.md section 5) */
export const uploadFailedText = (label: string, files: string): string => `表单控件${label}【${files}】文件上传失败！`;
export const oneNoteText = "最多只能添加1个备注！";
