/** Conversations of web chats: their flows, what is said in them, who opens and who reads them (docs/protocol.md, "Chats"). */
import type { Route } from "../../../http/routes.ts";
import type { Conversations } from "../types.ts";
import type { ConversationsDeps } from "./deps.ts";
import { readingRoutes } from "./reading.ts";
import { createService } from "./service.ts";
import { Turns } from "./turns.ts";
import { visitorRoutes } from "./visitors.ts";

export type { ConversationsDeps } from "./deps.ts";
export { friendOf, messageOf } from "./present.ts";
export { withNames } from "./names-repository.ts";
export { createChatPurge } from "./purge.ts";
export { gatheredChats, gatheredInChat, takeGathered } from "./gathered-repository.ts";

export interface ConversationsPart {
  readonly conversations: Conversations;
  /** chatVisitorApi, chatSessionApi.list and messages, chatUserApi. */
  readonly routes: readonly Route[];
  /** Sees to what falls due, and asks again what nobody answered. */
  start(): void;
  stop(): Promise<void>;
}

export function createConversations(deps: ConversationsDeps): ConversationsPart {
  const turns = new Turns(deps);
  const conversations = createService(deps, turns);
  return {
    conversations,
    routes: [...visitorRoutes({ ...deps, turns, conversations }), ...readingRoutes(deps)],
    start: () => turns.start(),
    stop: () => turns.stop(),
  };
}
