import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { statusDetailApi } from "@liantai/api/contract/admin";

export type StatusDetail = ReplyOf<typeof statusDetailApi.list>["list"][number];

export const details = queriesOf(statusDetailApi);
