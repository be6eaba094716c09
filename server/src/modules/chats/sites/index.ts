/** Web chat sites to the rest of this module, and to what they lead to. */
import { chatSiteApi } from "@liantai/api/contract/im";
import { crudRoutes } from "../../../http/crud.ts";
import { route, type Route } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import type { FlowNeighbour } from "../../flows/index.ts";
import { sitesWithFlows } from "./repository.ts";
import { createChatSites } from "./service.ts";

export { insertSite } from "./repository.ts";

/** What flows ask: who leads conversations to them. */
export const chatSitesOfFlows: FlowNeighbour = {
  inUse: async (trx, compId, flowIds) =>
    (await sitesWithFlows(trx, compId, flowIds)).map(({ flowId, webName }) => ({
      id: flowId,
      by: `聊天网站「${webName}」`,
    })),
};

export function chatSiteRoutes(deps: AdministrationDeps): readonly Route[] {
  const sites = createChatSites(deps);
  return [
    ...crudRoutes(chatSiteApi, sites),
    route(chatSiteApi.choices, ({ body }, context) => sites.choices(body, context)),
  ];
}
