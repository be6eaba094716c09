import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { carrierPromptApi } from "@liantai/api/contract/admin";

export const announcements = queriesOf(carrierPromptApi);
export type Announcement = ReplyOf<typeof carrierPromptApi.list>["list"][number];
export type Tried = ReplyOf<typeof carrierPromptApi.try>;
/** A dialled call whose sound is kept. */
export type PromptSourceCall = ReplyOf<typeof carrierPromptApi.sources>[number];
