/** The modules of the administration. */
import type { Module } from "../http/module.ts";
import { createAccessModule } from "./access/index.ts";
import { createAutomationModule } from "./automation/index.ts";
import { createDiallingModule } from "./dialling/index.ts";
import { createDualCallsModule } from "./dual-calls/index.ts";
import { createContactsModule } from "./contacts/index.ts";
import { createEnginesModule } from "./engines/index.ts";
import { createEnterprisesModule } from "./enterprises/index.ts";
import { createFlowFormsModule } from "./flow-forms/index.ts";
import type { Flows } from "./flows/index.ts";
import { createFollowUpsModule, followUpsOfSeats } from "./followups/index.ts";
import { createForms } from "./forms/index.ts";
import { createGroupsModule } from "./groups/index.ts";
import { createHomeModule } from "./home/index.ts";
import { createInterfacesModule } from "./interfaces/index.ts";
import { createMeetingsModule } from "./meetings/index.ts";
import { createNumbersAdministration, describeTarget } from "./numbers/index.ts";
import { createQueuesModule } from "./queues/index.ts";
import { createRecipeWorld } from "./recipe-world.ts";
import { createRemindersModule, type RemindersModuleDeps } from "./reminders/index.ts";
import { createRobotsModule } from "./robots/index.ts";
import { createSeatsModule } from "./seats/index.ts";
import { createSettingsModule } from "./settings/index.ts";
import { createTrunksModule } from "./trunks/index.ts";
import { createUnderstandingModule, type Understanding } from "./understanding/index.ts";
import { createVoicesModule } from "./voices/index.ts";
import { createWorkOrders } from "./workorders/index.ts";

export function createAdministration(
  deps: RemindersModuleDeps & { readonly flows: Flows; readonly understanding: Understanding },
): readonly Module[] {
  const forms = createForms(deps);
  const orders = createWorkOrders({ ...deps, records: forms.orderRecords });
  deps.flows.neighbour(orders.ofFlows);
  const { ports } = deps;
  const { make } = deps.reminders;
  const records = forms.automation(orders.port);
  return [
    createAccessModule(deps),
    createEnterprisesModule(deps),
    createSeatsModule({ ...deps, work: [orders.ofSeats, followUpsOfSeats(deps)] }),
    createNumbersAdministration(deps),
    createGroupsModule({ ...deps, describeTarget }),
    deps.files,
    createVoicesModule(deps),
    deps.flows.module(deps),
    createTrunksModule(deps),
    createSettingsModule(deps),
    createInterfacesModule(deps),
    createHomeModule(deps),
    createQueuesModule(deps),
    createContactsModule(deps),
    createRobotsModule(deps),
    createEnginesModule(deps),
    createDualCallsModule(deps),
    createDiallingModule({ ...deps, recipes: createRecipeWorld({ ports, make, records, orders: orders.opened }) }),
    createMeetingsModule(deps),
    createUnderstandingModule(deps, deps.understanding),
    forms.module(orders.port),
    createRemindersModule({ ...deps, customers: forms.reservedCustomers(orders.port) }),
    createFlowFormsModule({ ports: deps.ports, records: forms.gathered(orders.port) }),
    createFollowUpsModule({ ...deps, orders: orders.followUps, records: forms.followUpRecords(orders.port) }),
    orders.module,
    createAutomationModule({
      ...deps,
      records,
      orders: orders.automation,
      make,
    }),
  ];
}
