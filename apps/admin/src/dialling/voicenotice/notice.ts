import type { ReplyOf } from "@liantai/api/contract";
import type { voiceNoticeApi } from "@liantai/api/contract/admin";

/** A template as its list tells it. */
export type Notice = ReplyOf<typeof voiceNoticeApi.list>["list"][number];
