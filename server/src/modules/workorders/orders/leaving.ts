/** Orders of seats that leave go back to the pool, and whoever monitors those seats hears of each (rule W83). */
import { codeOf, type Actor } from "@liantai/api/contract/work-orders";
import { monitorsOfSeats, type SeatWork } from "../../seats/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { countHeld, lockHeld } from "./held-repository.ts";
import { takeStep } from "./step.ts";
import { ticketText } from "./words.ts";

/** Nobody, who may what a monitor may. */
const automaton: Actor = { id: "", supervises: true };

export const ordersOfSeats = (deps: WorkOrderDeps): SeatWork => ({
  kind: "orders",
  count: countHeld,
  async release(trx, compId, agentIds, most) {
    const held = await lockHeld(trx, compId, agentIds, most);
    // Where the seat was the only one who could claim an order, nobody else would hear.
    const monitors = await monitorsOfSeats(trx, compId, [...new Set(held.map(({ holder }) => holder))]);
    const event = codeOf("recycled");
    for (const row of held) {
      const text = `坐席${row.holder}已停用或删除`;
      await takeStep(trx, deps, row, { input: { type: "recycle", text }, actor: automaton });
      const people = (monitors.get(row.holder) ?? []).filter((id) => !agentIds.includes(id));
      if (event === undefined || people.length === 0) continue;
      await deps.tickets.tell(trx, {
        ...{ compId, orderId: row.id, workCode: row.workCode, event, at: deps.ports.clock.now() },
        people,
        key: `order/${row.id}/${row.seq + 1}`,
        text: ticketText(row, { type: "recycled", data: { text } }),
      });
    }
    return { count: held.length, after: async () => undefined };
  },
});
