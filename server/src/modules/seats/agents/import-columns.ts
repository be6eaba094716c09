/** The import sheet of seats: titles, and what their cells mean. */
import { isTelephone, telephoneText } from "@liantai/api/contract";
import {
  autoAnswerTexts,
  dialledTelephone,
  digitsField,
  extensionDigits,
  loginAgentStateTexts,
  nameField,
  seatIdField,
  seatRoleTexts,
  terminalTypeTexts,
} from "@liantai/api/contract/admin";
import { forwardTexts, isForwardNumber, readForwardModes } from "@liantai/api/contract/forward";
import { mixed, string, type Schema } from "yup";
import type { ImportColumn } from "../../files/index.ts";

/** A cell that holds one of the texts, or its number. */
function choice(title: string, texts: Readonly<Record<number, string>>): Schema {
  const byText = new Map(
    Object.entries(texts).flatMap(
      ([key, text]) =>
        [
          [key, Number(key)],
          [text, Number(key)],
        ] as const,
    ),
  );
  return mixed<number>()
    .transform((_value, text: unknown) => byText.get(String(text)))
    .test("choice", `${title}应为${Object.values(texts).join("、")}之一`, (value) => value !== undefined);
}

/** 占线、无应答: as the contract keeps them. */
function conditions(title: string): Schema {
  const byText = new Map<string, string>(Object.entries(forwardTexts).map(([mode, text]) => [text, mode]));
  return mixed<string>()
    .transform((_value, text: unknown) =>
      readForwardModes(
        String(text)
          .split(/[、,，]/)
          .map((each) => byText.get(each.trim()) ?? each.trim())
          .join(),
      )?.join(),
    )
    .test(
      "conditions",
      `${title}应为${Object.values(forwardTexts).join("、")}，选择始终时不能再选其他`,
      (value) => value !== undefined,
    );
}

const yesNo = (title: string): Schema => choice(title, { 0: "否", 1: "是" });

/** By the names of seatFields. `digits`: of a seat id in this enterprise. */
export const seatColumns = (digits: number): readonly ImportColumn[] => [
  { title: "坐席工号", name: "agentId", required: true, schema: seatIdField(digits), width: 12 },
  { title: "姓名", name: "name", required: true, schema: nameField("姓名"), width: 16 },
  { title: "角色", name: "roleType", schema: choice("角色", seatRoleTexts), width: 10 },
  { title: "坐席组", name: "group", schema: string().max(200), width: 20 },
  { title: "终端类型", name: "terminalType", schema: choice("终端类型", terminalTypeTexts), width: 14 },
  {
    title: "分机",
    name: "extension",
    schema: digitsField("分机", extensionDigits.min, extensionDigits.max),
    width: 12,
  },
  { title: "自动接听", name: "isAutoAnswer", schema: choice("自动接听", autoAnswerTexts), width: 16 },
  { title: "来电弹屏", name: "isPopup", schema: yesNo("来电弹屏"), width: 10 },
  { title: "隐藏号码", name: "isHiddenNum", schema: yesNo("隐藏号码"), width: 10 },
  {
    title: "外线号码",
    name: "phone",
    schema: string()
      .max(32)
      .test("telephone", telephoneText("外线号码"), (v) => !v || isTelephone(v)),
    width: 16,
  },
  { title: "按键确认接听", name: "phoneConfirm", schema: yesNo("按键确认接听"), width: 14 },
  { title: "聊天登录状态", name: "loginAgentState", schema: choice("聊天登录状态", loginAgentStateTexts), width: 14 },
  { title: "呼转条件", name: "forwardModes", schema: conditions("呼转条件"), width: 18 },
  {
    title: "呼转号码",
    name: "forwardTo",
    schema: string()
      .max(32)
      .test("number", "呼转号码应为分机号或电话号码", (v) => !v || isForwardNumber(dialledTelephone(v))),
    width: 16,
  },
];

/** A row as read; what is absent takes the form's defaults. */
export interface SeatLine extends Readonly<Record<string, unknown>> {
  readonly agentId: string;
  readonly name: string;
  readonly roleType?: 2 | 3;
  readonly group?: string;
  readonly terminalType?: 0 | 1 | 2 | 4;
  readonly phone?: string;
  readonly phoneConfirm?: 0 | 1;
  readonly extension?: string;
  readonly isAutoAnswer?: 0 | 1 | 2;
  readonly isPopup?: 0 | 1;
  readonly isHiddenNum?: 0 | 1;
  readonly loginAgentState?: 0 | 1;
  readonly forwardModes?: string;
  readonly forwardTo?: string;
}
