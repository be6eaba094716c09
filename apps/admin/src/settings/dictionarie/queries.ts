import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { dictionarieApi } from "@liantai/api/contract/admin";

export const dictionaries = queriesOf(dictionarieApi);
export type Dictionary = ReplyOf<typeof dictionarieApi.list>["list"][number];
export type Item = ReplyOf<typeof dictionarieApi.items>[number];
