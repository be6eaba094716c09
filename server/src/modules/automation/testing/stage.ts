/** Orders, records and triggers over one office, and processes that run what waits; to be stopped or killed. */
import {
  formStreamApi,
  macroApi,
  triggerApi,
  type AutomationAction,
  type TriggerCondition,
  type TriggerWhen,
} from "@liantai/api/contract/work-orders";
import { flowOf, orderFields, orderForm, type Floor } from "../../../testing/orders-and-forms.ts";
import type { Office, Person } from "../../../testing/office.ts";
import type { Database } from "../../../ports/database.ts";
import { createAudit } from "../../audit/index.ts";
import { createFilesModule } from "../../files/index.ts";
import { createForms } from "../../forms/index.ts";
import { makeReminder } from "../../reminders/index.ts";
import { createEngineClient } from "../../telephony/index.ts";
import { createWorkOrders } from "../../workorders/index.ts";
import { TriggerSweep } from "../triggers/sweep.ts";

/** A process over the office's database, or over one that fails. */
export function sweepOver(
  { ports: own, sealer, composition: { auth, organisation } }: Pick<Office, "ports" | "sealer" | "composition">,
  database: Database = own.database,
): TriggerSweep {
  const ports = { ...own, database };
  const audit = createAudit(ports);
  const files = createFilesModule({ ports, audit, auth, sealer });
  const deps = { ports, sealer, audit, auth, organisation, files, engine: createEngineClient(ports.broker) };
  const forms = createForms(deps);
  const orders = createWorkOrders({ ...deps, records: forms.orderRecords, reminders: { make: makeReminder } });
  return new TriggerSweep({
    ...{ ports, make: makeReminder },
    ...{ records: forms.automation(orders.port), orders: orders.automation },
  });
}

/** A form of orders of its own and its flow, so that triggers of one test are none of another. */
export async function ordersOf(floor: Floor, name: string) {
  const formId = await orderForm(floor.people.admin, name, orderFields);
  return { formId, flowId: await floor.flow(name, flowOf(floor.groupId), formId) };
}

interface Made {
  readonly name: string;
  readonly when?: TriggerWhen;
  readonly condition?: TriggerCondition;
  readonly actions: readonly AutomationAction[];
  readonly enabled?: 0 | 1;
}

export const on = (...events: Extract<TriggerWhen, { on: "event" }>["events"]): TriggerWhen => ({
  on: "event",
  events,
});

export const addTrigger = async (
  by: Person,
  formId: string,
  { name, when = on("submitted"), condition = { all: [] }, actions, enabled = 1 }: Made,
): Promise<string> => (await by.call(triggerApi.add, { body: { formId, name, enabled, when, condition, actions } })).id;

export const addMacro = async (
  by: Person,
  formId: string,
  name: string,
  actions: readonly AutomationAction[],
  shared: 0 | 1 = 0,
): Promise<string> => (await by.call(macroApi.add, { body: { formId, name, shared, actions } })).id;

export const traceOf = (by: Person, id: string, kind: "order" | "record" = "order") =>
  by.call(triggerApi.trace, { body: { kind, id } });

export const historyOf = async (by: Person, id: string) =>
  (await by.call(formStreamApi.history, { body: { id } })).map(({ type, byName, text }) =>
    [type, byName, text].filter((one) => one !== "").join(" "),
  );
