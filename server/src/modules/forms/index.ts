/** Forms that an enterprise designs, and the records written with them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AutomationRecords } from "../automation/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import { createNumberForms, createTaskNumbers } from "../dialling/index.ts";
import type { FollowUpRecords } from "../followups/index.ts";
import type { ReservedCustomers } from "../reminders/index.ts";
import { createCompiledForms } from "./compiled.ts";
import { registerExport as registerContactExport } from "./contacts/exporting.ts";
import { registerImports as registerContactImports } from "./contacts/importing.ts";
import { startScanning } from "./duplicates/scanning.ts";
import { startDropping } from "./drafts/service.ts";
import { startMarking } from "./intentions/service.ts";
import { startIndexing } from "./indexing-job.ts";
import type { GatheredRecords } from "./gathered-port.ts";
import { noOrders, type OrderPort } from "./order-port.ts";
import type { OrderRecords } from "./ports.ts";
import { seenRecord } from "./records/finding.ts";
import { createAutomationRecords } from "./records/automation.ts";
import { PoolSweep } from "./pool/sweep.ts";
import { registerChart } from "./records/charting.ts";
import { createCounts } from "./records/counts.ts";
import { createGatheredRecords } from "./records/gathering.ts";
import { registerExports } from "./records/exporting.ts";
import { registerImports } from "./records/importing.ts";
import { startLinking } from "./records/linking.ts";
import { createOrderRecords } from "./records/order-records.ts";
import { createReservedCustomers } from "./records/reserving.ts";
import { registerToTask } from "./records/to-task.ts";
import { formsRoutes } from "./routes.ts";
import { createFormService } from "./service.ts";

export { seedForm, seedLevels } from "./seeding.ts";
export { steadily } from "./records/published.ts";
export { createFieldsOfCalls } from "./records/for-flows.ts";
export { orderRender } from "./records/order-render.ts";
export type * from "./gathered-port.ts";
export type * from "./order-port.ts";
export type * from "./ports.ts";

export interface Forms {
  /** For the module of orders. */
  readonly orderRecords: OrderRecords;
  /** For the module of follow-ups. */
  followUpRecords(orders: OrderPort): FollowUpRecords;
  /** For the module of reminders. */
  reservedCustomers(orders: OrderPort): ReservedCustomers;
  /** With the orders whose values the records are. */
  module(orders?: OrderPort): Module;
  /** For the module of triggers and macros. */
  automation(orders: OrderPort): AutomationRecords;
  /** For what flows gather. */
  gathered(orders: OrderPort): GatheredRecords;
}

export function createForms(given: AdministrationDeps): Forms {
  const compiled = createCompiledForms();
  const refs = createDialRefs({ sealer: given.sealer, clock: given.ports.clock });
  const counts = createCounts(given.ports.clock);
  const numberForms = createNumberForms(given.ports.clock);
  const numbers = createTaskNumbers(given);
  return {
    orderRecords: createOrderRecords({ ...given, compiled }),
    followUpRecords: (orders) => ({
      seen: async (trx, compId, id, context) => {
        const { record } = await seenRecord({ ...given, compiled, orders }, trx, compId, id, context);
        return record;
      },
    }),
    reservedCustomers: (orders) => createReservedCustomers({ ...given, compiled, orders, numberForms }),
    automation: (orders) => createAutomationRecords({ ...given, compiled, orders }),
    gathered: (orders) => createGatheredRecords({ ...given, compiled, orders, counts, refs, numberForms, numbers }),
    module(orders = noOrders) {
      const deps = { ...given, orders, compiled, counts, refs, numberForms, numbers };
      registerExports(deps);
      registerChart(deps);
      registerToTask(deps);
      registerImports(deps);
      registerContactExport(deps);
      registerContactImports(deps);
      const pools = new PoolSweep(deps.ports);
      let unlink: (() => Promise<void>) | undefined;
      let unmark: (() => Promise<void>) | undefined;
      let undrop: (() => void) | undefined;
      return {
        name: "forms",
        routes: formsRoutes(createFormService(deps)),
        async start() {
          await startIndexing(deps);
          await startScanning(deps);
          unlink = await startLinking(deps);
          unmark = await startMarking(deps);
          undrop = startDropping(deps);
          pools.start();
        },
        async stop() {
          undrop?.();
          await pools.stop();
          await unlink?.();
          await unmark?.();
        },
      };
    },
  };
}
