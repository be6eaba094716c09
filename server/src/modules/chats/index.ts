/** Web chats: sites, their visitors' conversations, and who takes them (decision 105). The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { FlowPort } from "../telephony/index.ts";
import { chatSiteRoutes } from "./sites/index.ts";

export { chatSitesOfFlows, insertSite as insertChatSite } from "./sites/index.ts";

export interface ChatsDeps extends AdministrationDeps {
  /** As calls ask it. */
  readonly world: FlowPort;
}

export function createChatsModule(deps: ChatsDeps): Module {
  return { name: "chats", routes: chatSiteRoutes(deps) };
}
