/** 102: who is told that an order's state does not change is the reminder's to say. */
import { codeOf } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { once } from "../../foreseen.ts";
import { monitorsSeeing } from "../../seats/index.ts";
import { ticketText } from "../orders/words.ts";
import type { OrderRow } from "../orders/repository.ts";
import type { StepDeps } from "../orders/step.ts";
import { listWarns } from "./repository.ts";

export async function tellWarn(trx: Trx, { ports, tickets }: StepDeps, row: OrderRow, name: string): Promise<void> {
  // Of many orders whose state does not change each asks the same.
  const warn = (await once(trx, `warns/${row.compId}`, () => listWarns(trx, row.compId, undefined))).find(
    ({ id }) => name === `status:${id}`,
  );
  if (!warn) return;
  const told = new Set<string>();
  if (warn.hearers.includes("holders")) {
    const { phase } = row.body;
    if (phase.kind === "signing") phase.parties.forEach((id) => told.add(id));
    else told.add(row.holder || row.creator);
  }
  if (warn.hearers.includes("creator")) told.add(row.creator);
  const whose = row.holder || row.creator;
  const monitors = () => monitorsSeeing(trx, row.compId, whose);
  if (warn.hearers.includes("monitors"))
    for (const id of await once(trx, `monitors/${row.compId}/of/${whose}`, monitors)) told.add(id);
  await tickets.tell(trx, {
    compId: row.compId,
    people: [...told],
    key: `order/${row.id}/${row.seq}`,
    at: ports.clock.now(),
    orderId: row.id,
    workCode: row.workCode,
    event: codeOf("statusKept") ?? 0,
    text: ticketText(row, { type: "statusKept", data: {} }),
  });
}
