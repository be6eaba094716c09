import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { lookUpSheetApi, lookUpTableApi, sharedPromptApi } from "@liantai/api/contract/flow-editor";

export const lookUpTables = queriesOf(lookUpTableApi);
export const lookUpSheets = queriesOf(lookUpSheetApi);
export const sharedPrompts = queriesOf(sharedPromptApi);

export type LookUpRow = ReplyOf<typeof lookUpTableApi.list>["list"][number];
export type PromptRow = ReplyOf<typeof sharedPromptApi.list>["list"][number];
export type ContentRow = Omit<LookUpRow, "columns" | "rows">;
export type ContentVersion = ReplyOf<typeof lookUpTableApi.versions>[number];
/** What a workbook was answered with. */
export type ReadSheet = ReplyOf<typeof lookUpSheetApi.read>;
export type FoundContent = ReplyOf<typeof lookUpTableApi.find>;

/** What every kind is asked by; lists have rows of their own. */
export type ContentQueries = Omit<typeof lookUpTables, "list">;
