import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { customerFormDataApi, formDataApi, recordSheetApi } from "@liantai/api/contract/workorder";

export type RecordRow = ReplyOf<typeof customerFormDataApi.list>["list"][number];
export type OpenRecord = ReplyOf<typeof formDataApi.find>;
export type Contact = ReplyOf<typeof customerFormDataApi.timeline>["list"][number];

export const records = queriesOf(customerFormDataApi);
export const oneRecord = queriesOf(formDataApi);
export const sheets = queriesOf(recordSheetApi);
