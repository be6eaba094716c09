import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { chatSessionApi, chatSiteApi } from "@liantai/api/contract/im";

export type Site = ReplyOf<typeof chatSiteApi.list>["list"][number];
export type Session = ReplyOf<typeof chatSessionApi.list>["list"][number];

export const sites = queriesOf(chatSiteApi);
export const sessions = queriesOf(chatSessionApi);
