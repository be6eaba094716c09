/** Trunks, routes, call limits and blacklists. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createCallScreening } from "./call-screening.ts";
import { trunksRoutes } from "./routes.ts";
import { createEnterpriseService } from "./service.ts";
import { createTrunkService } from "./trunk-service.ts";

export { createCallScreening };
export { createOutsideLines } from "./outside-lines.ts";

export function createTrunksModule(deps: AdministrationDeps): Module {
  return { name: "trunks", routes: trunksRoutes(createTrunkService(deps), createEnterpriseService(deps)) };
}
