/** Values of the operation log as people read them: codes as words, times as the screens have them, structures as phrases. */
import { formatTime } from "@liantai/api/contract";
import {
  autoAnswerTexts,
  callStyleTexts,
  dictionaryModes,
  interfaceEvents,
  loginAgentStateTexts,
  overEntryTexts,
  overTimeTexts,
  seatRoleTexts,
  strategies,
  targetKinds,
  terminalTypeTexts,
  voiceSources,
  weekdayTexts,
} from "@liantai/api/contract/admin";
import { contactFieldTypes } from "@liantai/api/contract/workorder";
import { maskNumbers } from "../../../http/privacy.ts";

import { camel, fieldLabel } from "./labels.ts";

type Labels = Readonly<Record<string | number, string>>;
const callTypes: Labels = { 0: "呼入", 1: "呼出", 2: "呼入和呼出" };

/** By object.field, or by a field that means the same wherever it stands. */
const codes: Readonly<Record<string, Labels>> = {
  strategy: strategies,
  overflowFullKind: targetKinds,
  overflowWaitKind: targetKinds,
  overflowAbsentKind: targetKinds,
  targetKind: targetKinds,
  direction: { in: "呼入", out: "呼出", both: "呼入和呼出" },
  terminalType: terminalTypeTexts,
  isAutoAnswer: autoAnswerTexts,
  callStyle: callStyleTexts,
  loginAgentState: loginAgentStateTexts,
  overEntry: overEntryTexts,
  overTime: overTimeTexts,
  display: { default: "默认接入号", fixed: "指定号码", rotate: "轮换号码" },
  events: interfaceEvents,
  roleType: { 0: "运营人员", 1: "企业管理员", ...seatRoleTexts, 4: "企业管理员" },
  "dictionarie.mode": dictionaryModes,
  "routeGroup.mode": { weight: "按权重", failover: "主备切换" },
  "routeNode.state": { unknown: "未检测", up: "正常", down: "故障" },
  "voice.source": voiceSources,
  "blackList.callType": callTypes,
  "blackList.blackListCallType": callTypes,
  "contacterConf.type": contactFieldTypes,
  "callLimit.kind": { bar: "禁止通话", limit: "限制时段和次数" },
  "role.kind": { operator: "运营角色", enterprise: "企业默认角色", custom: "坐席角色" },
  "help.kind": { folder: "目录", document: "文档" },
  "export.kind": {
    callRecord: "通话记录",
    recordPackage: "录音打包",
    loginLog: "登录日志",
    operateLog: "操作日志",
    ledgerExport: "充值记录",
    contacts: "联系人",
    htmlReport: "报表",
  },
};

const flagNames = new Set([
  ...[
    "enable",
    "enabled",
    "signed",
    "sendFullNumbers",
    "forbidden",
    "positionOn",
    "estimateOn",
    "menuCallback",
    "menuVoicemail",
    "everyone",
    "phoneEncipher",
    "require",
  ],
  ...["listDisplay", "query", "export", "importRequire", "distinct", "shared"],
]);
const flagShape = /^(?:is[A-Z].*|.*[Ff]lag|hidden.*|force.*|module[A-Z].*)$/;
const isFlag = (name: string): boolean => flagNames.has(name) || flagShape.test(name);
const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A list or an object that was stored as its JSON. */
function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Names by id, for what is logged as an id. */
export type Names = ReadonlyMap<string, string>;

/** The ids in a value, wherever they stand in it. */
export function idsIn(stored: unknown): readonly string[] {
  const value = unfolded(stored);
  if (typeof value === "string") return value.split(",").filter((part) => idShape.test(part));
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(idsIn) : [];
}

/** Several ids may stand in one text, parted by commas. */
const nameText = (text: string, names: Names): string =>
  text
    .split(",")
    .map((id) => names.get(id) ?? "（已删除）")
    .join("、");

function phrase(object: string, field: string, stored: unknown, names: Names): string {
  const value = unfolded(stored);
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value
      .map((one) => phrase(object, field, one, names))
      .join(value.some((one) => typeof one === "object") ? "；" : "、");
  if (typeof value === "object") {
    const { from, to, ...rest } = value as Readonly<Record<string, unknown>>;
    if (typeof from === "string" && typeof to === "string" && Object.keys(rest).length === 0) return `${from}-${to}`;
    return Object.entries(value)
      .map(([key, one]) => [fieldLabel(object, key), phrase(object, key, one, names)] as const)
      .filter(([, text]) => text !== "")
      .map(([label, text]) => `${label} ${text}`)
      .join("，");
  }
  const name = camel(field);
  if (field === "days") return weekdayTexts[Number(value) - 1] ?? String(value);
  const word = (codes[`${object}.${name}`] ?? codes[name])?.[value as string];
  if (word !== undefined) return word;
  if ((value === 0 || value === 1 || typeof value === "boolean") && isFlag(name)) return value ? "是" : "否";
  if (typeof value === "string" && value !== "" && value.split(",").every((part) => idShape.test(part)))
    return nameText(value, names);
  if (typeof value === "string" && instant.test(value)) return formatTime(new Date(value));
  return String(value);
}

/** A value as one text; null where there was none. `hide`: numbers are masked. */
export function valueText(object: string, field: string, value: unknown, hide: boolean, names: Names): string | null {
  if (value === undefined || value === null) return null;
  const text = phrase(object, field, value, names);
  return hide ? maskNumbers(text) : text;
}
