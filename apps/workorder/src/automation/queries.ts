import { queriesOf } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { macroApi, triggerApi } from "@liantai/api/contract/work-orders";

export type Trigger = ReplyOf<typeof triggerApi.list>[number];
export type TriggerDraft = Pick<BodyOf<typeof triggerApi.add>, "name" | "enabled" | "when" | "condition" | "actions">;
export type Trial = ReplyOf<typeof triggerApi.dryRun>;
export type TraceEntry = ReplyOf<typeof triggerApi.trace>[number];
export type Macro = ReplyOf<typeof macroApi.list>[number];

export const triggers = queriesOf(triggerApi);
export const macros = queriesOf(macroApi);
