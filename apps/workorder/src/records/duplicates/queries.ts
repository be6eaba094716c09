import { queriesOf } from "@liantai/api/client";
import type { Failure, ReplyOf } from "@liantai/api/contract";
import { recordDuplicateApi, type DuplicateRefusal } from "@liantai/api/contract/workorder";
import { isFailure } from "@liantai/ui/resource";

export const duplicates = queriesOf(recordDuplicateApi);
export type Setting = ReplyOf<typeof recordDuplicateApi.setting>;
export type Group = ReplyOf<typeof recordDuplicateApi.groups>["list"][number];
export type Merge = ReplyOf<typeof recordDuplicateApi.merges>["list"][number];

const isRefusal = (data: unknown): data is DuplicateRefusal =>
  typeof data === "object" && data !== null && "duplicates" in data && Array.isArray(data.duplicates);

/** What a save was refused for, where it was for duplicates. */
export function duplicatesIn(error: unknown): DuplicateRefusal | undefined {
  const { data } = (isFailure(error) ? error : {}) as Partial<Failure>;
  return isRefusal(data) ? data : undefined;
}
