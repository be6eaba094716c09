import type { ReplyOf } from "@liantai/api/contract";
import type { callLimitApi, callNotifyLimitApi } from "@liantai/api/contract/admin";
import { optionsOf } from "../../parts/words.ts";

export type CallLimit = ReplyOf<typeof callLimitApi.list>["list"][number];
export type CallNotice = ReplyOf<typeof callNotifyLimitApi.list>["list"][number];

export const directionTexts: Readonly<Record<string, string>> = { in: "呼入", out: "呼出", both: "呼入和呼出" };
export const directionOptions = optionsOf(directionTexts);
export const limitKindTexts: Readonly<Record<string, string>> = { bar: "禁止通话", limit: "限制时段和次数" };
export const limitKindOptions = optionsOf(limitKindTexts);
