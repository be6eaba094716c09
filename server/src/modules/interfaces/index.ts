/** Outward interfaces: what an enterprise's own systems are told of its calls. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { Deliveries } from "./deliveries.ts";
import { createOutward } from "./outward.ts";
import { interfacesRoutes } from "./routes.ts";
import { createInterfaceService } from "./service.ts";

export function createInterfacesModule(deps: AdministrationDeps): Module {
  const outward = createOutward(deps.ports.clock);
  const deliveries = new Deliveries(deps, outward);
  return {
    name: "interfaces",
    routes: interfacesRoutes(createInterfaceService({ ...deps, outward }), deliveries),
    start: () => deliveries.start(),
    stop: () => deliveries.stop(),
  };
}
