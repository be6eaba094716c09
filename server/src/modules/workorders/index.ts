/** Work orders: flows, every step of an order, limits that run out. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AutomationOrders } from "../automation/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { OrderPort, OrderRecords } from "../forms/index.ts";
import type { FollowUpOrders } from "../followups/index.ts";
import type { Reminders } from "../reminders/index.ts";
import type { FlowNeighbour } from "../flows/index.ts";
import type { SeatWork } from "../seats/index.ts";
import { ordersOfFlows } from "./flows/fault.ts";
import { registerChart } from "./orders/charting.ts";
import { registerExports } from "./orders/exporting.ts";
import { followUpOrders } from "./orders/following-up.ts";
import { createAutomationOrders } from "./orders/automation.ts";
import { createOrdersOpened, type OrdersOpened } from "./orders/opening.ts";
import { ordersOfSeats } from "./orders/leaving.ts";
import { orderPort } from "./orders/port.ts";
import { workOrderRoutes } from "./routes.ts";
import { startRecomputing } from "./targets/recomputing.ts";
import { ticketsOf } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

export { seedFlow, seedTargets } from "./seeding.ts";
export type { OrdersOpened } from "./orders/opening.ts";

export interface WorkOrders {
  readonly module: Module;
  /** For the module of forms. */
  readonly port: OrderPort;
  /** For the module of follow-ups. */
  readonly followUps: FollowUpOrders;
  /** For the module of triggers and macros. */
  readonly automation: AutomationOrders;
  /** For flows of calls, which gather for its forms. */
  readonly ofFlows: FlowNeighbour;
  /** For the module of seats. */
  readonly ofSeats: SeatWork;
  /** For recipes of dialling tasks. */
  readonly opened: OrdersOpened;
}

export function createWorkOrders({
  ports,
  audit,
  auth,
  files,
  records,
  reminders,
}: Pick<AdministrationDeps, "ports" | "audit" | "auth" | "files"> & {
  readonly records: OrderRecords;
  readonly reminders: Pick<Reminders, "make">;
}): WorkOrders {
  const deps = { ports, audit, auth, files, records, tickets: ticketsOf(reminders.make) };
  registerExports(deps);
  registerChart(deps);
  const sweep = new TimerSweep(deps);
  return {
    port: orderPort(deps),
    followUps: followUpOrders(deps),
    automation: createAutomationOrders(deps),
    ofFlows: ordersOfFlows(deps),
    opened: createOrdersOpened(deps),
    ofSeats: ordersOfSeats(deps),
    module: {
      name: "workorders",
      routes: workOrderRoutes(deps),
      start: async () => {
        await startRecomputing(deps);
        sweep.start();
      },
      stop: () => sweep.stop(),
    },
  };
}
