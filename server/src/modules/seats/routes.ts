import {
  agentApi,
  agentGroupApi,
  agentGroupMemberApi,
  extensionApi,
  seatImportApi,
  seatStatusApi,
  statusDetailApi,
} from "@liantai/api/contract/admin";
import { telephonyApi } from "@liantai/api/contract";
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import { createSeatImport } from "./agents/import.ts";
import { createAgentsService } from "./agents/service.ts";
import { createAgentStateService } from "./agents/service-state.ts";
import type { SeatsDeps } from "./deps.ts";
import { createStatusDetailsService } from "./details/service.ts";
import { createExtensionsService } from "./extensions/service.ts";
import { createGroupsService } from "./groups/service.ts";
import { createStatusesService } from "./statuses/service.ts";

export function seatsRoutes(deps: SeatsDeps): readonly Route[] {
  const agents = createAgentsService(deps);
  const states = createAgentStateService(deps);
  const groups = createGroupsService(deps);
  const extensions = createExtensionsService(deps);
  const statuses = createStatusesService(deps);
  const imports = createSeatImport(deps, extensions);
  const details = createStatusDetailsService(deps);
  return [
    route(agentApi.list, ({ body }, context) => agents.list(body, context)),
    route(agentApi.query, ({ body }, context) => agents.query(body, context)),
    route(agentApi.add, ({ body }, context) => agents.add(body, context)),
    route(agentApi.update, ({ body }, context) => agents.update(body, context)),
    route(agentApi.delete, ({ body }, context) => agents.delete(body, context)),
    route(agentApi.enable, ({ body }, context) => states.enable(body, context, true)),
    route(agentApi.inHand, ({ body }, context) => agents.inHand(body, context)),
    route(agentApi.disEnable, ({ body }, context) => states.enable(body, context, false)),
    route(agentApi.reloadPassword, ({ body }, context) => states.reloadPassword(body, context)),
    route(agentApi.getMaxSession, ({ body }, context) => states.getMaxSession(body, context)),
    route(agentApi.saveMaxSession, ({ body }, context) => states.saveMaxSession(body, context)),
    route(agentApi.putAgentMonitor, ({ body }, context) => states.putAgentMonitor(body, context)),
    route(seatImportApi.importData, ({ body }, context) => imports.run(body, context)),
    route(seatImportApi.importTemplate, async () => imports.template()),
    ...crudRoutes(agentGroupApi, groups),
    route(agentGroupMemberApi.list, ({ body }, context) => groups.members(body, context, true)),
    route(agentGroupMemberApi.findExist, ({ body }, context) => groups.members(body, context, true)),
    route(agentGroupMemberApi.findNotExist, ({ body }, context) => groups.members(body, context, false)),
    route(agentGroupMemberApi.add, ({ body }, context) => groups.move(body, context, true)),
    route(agentGroupMemberApi.delete, ({ body }, context) => groups.move(body, context, false)),
    ...crudRoutes(extensionApi, extensions),
    route(extensionApi.query, ({ body }, context) => extensions.query(body, context)),
    route(extensionApi.reveal, ({ body }, context) => extensions.reveal(body, context)),
    route(extensionApi.renew, ({ body }, context) => extensions.renew(body, context)),
    route(telephonyApi.seatStatuses, (_input, { caller }) => statuses.mine(caller)),
    ...crudRoutes(seatStatusApi, statuses),
    route(seatStatusApi.allocate, ({ body }, context) => statuses.allocate(body, context)),
    route(seatStatusApi.restrict, ({ body }, context) => statuses.restrict(body, context)),
    route(seatStatusApi.bindCustomStatus, ({ body }, context) => statuses.bind(body, context)),
    route(statusDetailApi.list, ({ body }, context) => details.list(body, context)),
    route(statusDetailApi.day, ({ body }, context) => details.day(body, context)),
    route(statusDetailApi.export, ({ body }, context) => details.export(body, context)),
  ];
}
