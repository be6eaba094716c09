/** Open follow-ups of seats that leave are nobody's: their group's at their time, or administrators hear of them (rules V4, W83). */
import type { Ports } from "../../ports/index.ts";
import type { Ended, Reminders } from "../reminders/index.ts";
import type { SeatWork } from "../seats/index.ts";
import { countOpenOf, unassignOpen } from "./tasks/repository.ts";
import { subjectOf } from "./telling.ts";

export const followUpsOfSeats = ({
  ports,
  reminders,
}: {
  readonly ports: Pick<Ports, "clock">;
  readonly reminders: Pick<Reminders, "drop" | "over">;
}): SeatWork => ({
  kind: "followUps",
  count: countOpenOf,
  async release(trx, compId, agentIds) {
    const ended: Ended[number][] = [];
    for (const { id } of await unassignOpen(trx, compId, agentIds, new Date(ports.clock.now())))
      ended.push(...(await reminders.drop(trx, compId, subjectOf(id))));
    return () => reminders.over(ended);
  },
});
