/** Figures of the home pages. The only face of this module. */
import { homeApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createHomeService } from "./service.ts";

export { agentCalls } from "./agents-repository.ts";
export { groupSums } from "./day.ts";
export { createSettledHours } from "./settled-hours.ts";
export { unseen } from "./unseen.ts";
export { noVisits, visitHours } from "./visits-repository.ts";

export function createHomeModule(deps: AdministrationDeps): Module {
  const service = createHomeService(deps);
  return {
    name: "home",
    routes: [
      route(homeApi.enterprise, (_input, { caller }) => service.enterprise(caller)),
      route(homeApi.account, (_input, { caller }) => service.account(caller)),
      route(homeApi.seat, (_input, { caller }) => service.seat(caller)),
      route(homeApi.trend, (_input, { caller }) => service.trend(caller)),
      route(homeApi.seatDays, (_input, { caller }) => service.seatDays(caller)),
    ],
  };
}
