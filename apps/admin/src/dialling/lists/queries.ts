import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { numberListApi } from "@liantai/api/contract/admin";

export const numberLists = queriesOf(numberListApi);
export type NumberList = ReplyOf<typeof numberListApi.list>["list"][number];
