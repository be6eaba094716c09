/** Values of the operation log as people read them: codes as words, times as the screens have them, structures as phrases. */
import { formatTime } from "@liantai/api/contract";
import { weekdayTexts } from "@liantai/api/contract/admin";
import { maskNumbers } from "../../../http/privacy.ts";
import { unfolded } from "../../audit/index.ts";
import { camel, fieldLabel } from "./labels.ts";
import { codes } from "./words.ts";

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

/** Ids of calls: they have no names, and no row of theirs goes. */
const callIds = new Set(["callId", "meetingId"]);

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
  if (typeof value === "boolean" || ((value === 0 || value === 1) && isFlag(name))) return value ? "是" : "否";
  if (typeof value === "string" && value !== "" && value.split(",").every((part) => idShape.test(part)))
    return callIds.has(name) ? value : nameText(value, names);
  if (typeof value === "string" && instant.test(value)) return formatTime(new Date(value));
  return String(value);
}

/** A value as one text; null where there was none. `hide`: numbers are masked. */
export function valueText(object: string, field: string, value: unknown, hide: boolean, names: Names): string | null {
  if (value === undefined || value === null) return null;
  const text = phrase(object, field, value, names);
  return hide ? maskNumbers(text) : text;
}
