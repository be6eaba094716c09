import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { cascadeApi } from "@liantai/api/contract/admin";

export const cascades = queriesOf(cascadeApi);
export type CascadeOption = ReplyOf<typeof cascadeApi.list>["list"][number];
