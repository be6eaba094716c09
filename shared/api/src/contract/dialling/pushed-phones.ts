/** A number as an interface gives it, with its variables (B7). */
import { mixed, object } from "yup";
import { lengthField, lengthOf, numberField } from "../fields.ts";
import { dateTimeField } from "../validators.ts";

/** What a row may carry to the flow, the screen and the form; names are columns of the workbook. At most so many, each 290 characters. */
export const phoneVariables = { most: 20, name: 50, length: 290 } as const;
export type PhoneVariables = Readonly<Record<string, string>>;

/** Characters are counted only where there may be too many. */
const isLonger = (text: string, most: number): boolean => text.length > most && lengthOf(text) > most;

/** What is wrong with them; '': nothing. */
export function variablesFault(variables: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(variables);
  const { most, name, length } = phoneVariables;
  if (entries.length > most) return `变量不能超过${most}个`;
  for (const [key, value] of entries) {
    if (key.trim() === "" || isLonger(key, name)) return `变量名不能为空，且最多${name}个字符`;
    if (typeof value !== "string") return `变量“${key}”应为文本`;
    if (isLonger(value, length)) return `变量“${key}”最多${length}个字符`;
  }
  return "";
}

const variablesField = () =>
  mixed<PhoneVariables>((value): value is PhoneVariables => typeof value === "object" && !Array.isArray(value))
    .label("变量")
    .typeError("变量应为对象")
    .default({})
    .test("variables", (value, { createError }) => {
      const message = variablesFault(value ?? {});
      return message === "" || createError({ message });
    });

/** A number that is given by an interface; what is wrong with it is counted, and the others are taken. */
export const pushedPhone = () =>
  object({
    phone: lengthField("号码", phoneVariables.length).default(""),
    contact: lengthField("客户姓名", phoneVariables.length).default(""),
    agentId: lengthField("工号", 10).default(""),
    priority: numberField("优先级", { min: 1, max: 9 }).default(5),
    /** Of marketing tasks: where the consent comes from, and when it was given. */
    consentSource: lengthField("同意来源", 50).default(""),
    consentAt: dateTimeField("同意时间").default(""),
    /** Numbers with the same one are of one person: one success closes all. */
    person: lengthField("客户标识", 64).default(""),
    variables: variablesField(),
  });
