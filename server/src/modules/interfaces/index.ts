/** Outward interfaces: what an enterprise's own systems are told of its calls. The only face of this module. */
import { secureEntryApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { Deliveries } from "./deliveries.ts";
import { createOutward } from "./outward.ts";
import { createSecureEntries, removeExpired } from "../secure-entries/index.ts";
import { redeem } from "./redeeming.ts";
import { interfacesRoutes } from "./routes.ts";
import { createInterfaceService } from "./service.ts";

export { askInterface } from "./asking.ts";
export { messagesOfFlows, queueMessage } from "./messages.ts";
export { anyListens, insertDeliveries, insertRecordDeliveries } from "./telling-repository.ts";

export function createInterfacesModule(deps: AdministrationDeps): Module {
  const outward = createOutward(deps.ports.clock);
  const secureEntries = createSecureEntries({ ...deps.ports, sealer: deps.sealer });
  const deliveries = new Deliveries(deps, outward);
  return {
    name: "interfaces",
    routes: [
      ...interfacesRoutes(createInterfaceService({ ...deps, outward }), deliveries),
      route(secureEntryApi.redeem, ({ body }, context) => redeem({ ...deps, outward, secureEntries }, body, context)),
    ],
    async start() {
      await removeExpired(deps.ports);
      await deliveries.start();
    },
    stop: () => deliveries.stop(),
  };
}
