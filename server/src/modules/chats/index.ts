/** Web chats: sites, their visitors' conversations, and who takes them (decision 105). The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { FlowPort } from "../telephony/index.ts";
import { publish } from "../topics.ts";
import { createAgents } from "./agents/index.ts";
import { createConversations } from "./conversations/index.ts";
import { chatSiteRoutes } from "./sites/index.ts";
import type { Told } from "./types.ts";

export { createChatPurge, gatheredChats, gatheredInChat, takeGathered } from "./conversations/index.ts";
export { chatSitesOfFlows, insertSite as insertChatSite } from "./sites/index.ts";

export interface ChatsDeps extends AdministrationDeps {
  /** As calls ask it. */
  readonly world: FlowPort;
}

export function createChatsModule(deps: ChatsDeps): Module {
  const { ports, sealer, audit, auth, world } = deps;
  const tell = async (compId: string, told: readonly Told[]): Promise<void> => {
    if (told.length > 0) await publish(ports.broker, "chat.told", { compId, told });
  };
  // Either asks the other, and neither while it is made.
  const agents = createAgents({
    ...{ ports, tickets: auth.tickets, sessions: auth.sessions, maySee: auth.maySee, tell },
    conversations: () => chats.conversations,
  });
  const chats = createConversations({
    ...{ ports, flows: world, sealer, audit },
    assignment: () => agents.assignment,
    pages: () => agents.pages,
    tickets: () => agents.visitors,
  });
  return {
    name: "chats",
    routes: [...chatSiteRoutes(deps), ...chats.routes, ...agents.routes],
    sockets: [agents.socket],
    async start() {
      await agents.start();
      chats.start();
    },
    async stop() {
      await chats.stop();
      await agents.stop();
    },
  };
}
