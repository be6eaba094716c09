/** Outward interfaces are told of what happens to orders, in the transaction of the step (inventory C21). */
import { formatTime } from "@liantai/api/contract";
import { interfaceEvents, type InterfaceEvent } from "@liantai/api/contract/admin";
import { codeOf, orderEvents, orderStates, type OrderEvent } from "@liantai/api/contract/work-orders";
import { maskNumbers } from "../../../http/privacy.ts";
import type { Trx } from "../../../ports/database.ts";
import { foresee, foreseen } from "../../foreseen.ts";
import { anyListens, insertRecordDeliveries } from "../../interfaces/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { namesOf } from "../people-repository.ts";
import type { OrderRow } from "./repository.ts";

type Told = Extract<InterfaceEvent, `order.${string}`>;
const isTold = (event: InterfaceEvent): event is Told => event.startsWith("order.");
const all = (Object.keys(interfaceEvents) as InterfaceEvent[]).filter(isTold);

/** Nobody is told that somebody looked; of values that were saved the record's own events tell. */
function toldAs({ type }: OrderEvent): Told | undefined {
  switch (type) {
    case "saved":
    case "opened":
      return undefined;
    case "created":
      return "order.created";
    case "timedOut":
    case "beforeTimeout":
    case "statusKept":
      return "order.overdue";
    default:
      return "order.moved";
  }
}

const key = (compId: string): string => `hearers/${compId}`;
export const foreseeHearers = (trx: Trx, compId: string): void =>
  foresee(trx, key(compId), () => anyListens(trx, compId, all));

/** row: as the step left it; ended: by this step, of whatever kind. */
export async function inform(
  trx: Trx,
  { records }: Pick<WorkOrderDeps, "records">,
  row: OrderRow,
  events: readonly OrderEvent[],
  ended = false,
): Promise<void> {
  const steps = events.flatMap((event) => {
    const as = toldAs(event);
    return as ? [{ as, event }] : [];
  });
  const told = [
    ...steps,
    ...(ended ? steps.slice(-1).map(({ event }) => ({ as: "order.completed" as const, event })) : []),
  ];
  const { compId } = row;
  if (told.length === 0 || !(await foreseen(trx, key(compId), () => anyListens(trx, compId, all)))) return;
  const values = await records.told(trx, row);
  const names = await namesOf(trx, row.compId, [row.holder, row.creator, ...told.map(({ event }) => event.by)]);
  const person = (id: string) => ({ id, name: names.get(id) ?? "" });
  for (const { as, event } of told) {
    const text = typeof event.data["text"] === "string" ? event.data["text"] : "";
    const plain = {
      ...{ orderId: row.id, workCode: row.workCode, recordId: row.recordId, formId: row.formId },
      ...{ formName: values?.formName ?? "", flowId: row.flowId, priority: row.priority, parentId: row.parentId },
      ...{ seq: event.seq, code: codeOf(event.type) ?? null, type: event.type, name: orderEvents[event.type].name },
      ...{ state: row.state, stateName: orderStates[row.state], nodeName: row.nodeName },
      ...{ by: person(event.by), holder: person(row.holder), creator: person(row.creator) },
      createTime: formatTime(row.createdAt),
      dueTime: row.dueAt ? formatTime(row.dueAt) : "",
    };
    const full = { ...plain, title: row.title, text, values: values?.full ?? {} };
    const masked = { ...plain, title: maskNumbers(row.title), text: maskNumbers(text), values: values?.masked ?? {} };
    await insertRecordDeliveries(trx, row.compId, as, {
      key: `${row.id}.${event.seq}${as === "order.completed" ? ".done" : ""}`,
      at: new Date(event.at),
      callId: "",
      payload: { full, masked },
    });
  }
}
