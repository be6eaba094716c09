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
  async release(trx, compId, agentIds, most) {
    const ended: Ended[number][] = [];
    const tasks = await unassignOpen(trx, compId, agentIds, new Date(ports.clock.now()), most);
    for (const { id } of tasks) ended.push(...(await reminders.drop(trx, compId, subjectOf(id))));
    return { count: tasks.length, after: () => reminders.over(ended) };
  },
});
