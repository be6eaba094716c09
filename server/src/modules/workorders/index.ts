/** Work orders: flows, every step of an order, limits that run out. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { ownRecords } from "./records-repository.ts";
import { workOrderRoutes } from "./routes.ts";
import { reminded } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

export function createWorkOrdersModule({
  ports,
  audit,
  auth,
}: Pick<AdministrationDeps, "ports" | "audit" | "auth">): Module {
  const deps = { ports, audit, auth, records: ownRecords, tickets: reminded };
  const sweep = new TimerSweep(deps);
  return {
    name: "workorders",
    routes: workOrderRoutes(deps),
    start: () => sweep.start(),
    stop: () => sweep.stop(),
  };
}
