/** A number as it is given by a workbook, an interface, a record or a list, and what is wrong with it by itself (B7). Pure. */
import { isMasked, maskedText, parseTime } from "@liantai/api/contract";
import {
  lengthOf,
  limits,
  variablesFault,
  type PhoneVariables,
  type TaskSettings,
  type TaskType,
} from "@liantai/api/contract/admin";

export interface NumberRow {
  readonly phone: string;
  readonly contact: string;
  /** Numbers with the same one are of one person. */
  readonly person: string;
  readonly agentId: string;
  readonly priority: number;
  readonly consentSource: string;
  /** As it was given; '': none. */
  readonly consentAt: string;
  readonly variables: PhoneVariables;
  readonly formDataId: string;
}

export const emptyRow: NumberRow = {
  ...{ phone: "", contact: "", person: "", agentId: "", priority: 5, consentSource: "", consentAt: "" },
  ...{ variables: {}, formDataId: "" },
};

/** Why a number is not taken, and as what it counts. */
export interface Refusal {
  readonly as: "failing" | "repetition" | "blackList";
  readonly message: string;
}
export type Refusals = readonly (Refusal | undefined)[];
export const failing = (message: string): Refusal => ({ as: "failing", message });
export const repeated = (message: string): Refusal => ({ as: "repetition", message });
export const barred = (message: string): Refusal => ({ as: "blackList", message });

/** What numbers are checked for: a task, or a list that belongs to none. */
export interface Rules {
  readonly marketing: boolean;
  /** Whether a seat may be named for a number, or must. */
  readonly seat: "none" | "optional" | "required";
}
export const listRules: Rules = { marketing: false, seat: "none" };
export const rulesOf = (ftype: TaskType, { kind, allotment }: TaskSettings): Rules => ({
  marketing: kind === "marketing",
  seat: ftype !== 2 ? "none" : allotment === "byColumn" ? "required" : "optional",
});

/** People part the digits: 138-0013-8000, 138 0013 8000. */
export const plainNumber = (phone: string): string => phone.replace(/[\s-]/g, "");

const phoneLength = { min: 3, max: 32 } as const;
/** The rule of dialField, without its machinery: a workbook asks a hundred thousand times. */
const isDialled = /^\+?[\d*#]+$/;

/** A day is its midnight. */
export function consentTime(text: string): Date | undefined {
  if (text === "") return undefined;
  return parseTime(text.length === 10 ? `${text} 00:00:00` : text.length === 16 ? `${text}:00` : text);
}

function phoneFault(phone: string): string {
  if (phone === "") return "号码不能为空";
  if (phone.length > phoneLength.max) return `号码最多${phoneLength.max}位`;
  if (isMasked(phone)) return maskedText("号码");
  if (!isDialled.test(phone)) return "号码只能包含数字、+、*、#";
  return phone.length < phoneLength.min ? `号码至少${phoneLength.min}位` : "";
}

function consentFault({ consentSource, consentAt }: NumberRow, { marketing }: Rules, now: number): string {
  if (marketing && (consentSource === "" || consentAt === ""))
    return "营销类任务的号码缺少用户同意（同意来源、同意时间）";
  if (consentAt === "") return "";
  const at = consentTime(consentAt);
  if (!at) return "同意时间格式应为 yyyy-MM-dd HH:mm:ss";
  return at.getTime() > now ? "同意时间不能晚于现在" : "";
}

const lengthsOf = [
  ["contact", "客户姓名", limits.input],
  ["person", "客户标识", 64],
  ["consentSource", "同意来源", 50],
] as const;

/** '': nothing is wrong. `row.phone` is plain. */
export function rowFault(row: NumberRow, rules: Rules, now: number): string {
  const phone = phoneFault(row.phone);
  if (phone !== "") return phone;
  for (const [name, label, most] of lengthsOf) {
    const text = row[name];
    if (text.length > most && lengthOf(text) > most) return `${label}最多${most}个字符`;
  }
  if (!Number.isInteger(row.priority) || row.priority < 1 || row.priority > 9) return "优先级应为1到9的整数";
  if (rules.seat === "required" && row.agentId === "") return "工号不能为空";
  return consentFault(row, rules, now) || variablesFault(row.variables);
}
