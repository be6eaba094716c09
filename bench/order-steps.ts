/**
 * A work order of four tasks on PostgreSQL, from its making to its end, each step a transaction with events, parties, limits and reminders:
 * over bpmn-engine with its state saved at each task, in one engine and recovered for each step, and over plain transactions that write the
 * same rows; in turns, one after the other.
 */
import { startPostgres } from "@liantai/server/testing/list-load";
import { openOrderLoad } from "@liantai/server/testing/order-load";
import { openBpmnWalk } from "./lib/bpmn-walk.ts";
import { compare, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const rounds = 9;

/** ms of one. */
const perWalk = (times: number, walk: () => Promise<void>) => async (): Promise<number> => {
  const from = performance.now();
  for (let n = 0; n < times; n += 1) await walk();
  return (performance.now() - from) / times;
};

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const orders = await openOrderLoad(postgres.url);
    const bpmn = await openBpmnWalk(postgres.url);
    const ours = perWalk(20, orders.walk);
    const inMemory = await inTurns(rounds, ours, perWalk(5, bpmn.inMemory));
    const recovered = await inTurns(rounds, ours, perWalk(3, bpmn.recovered));
    const bare = await inTurns(rounds, ours, perWalk(40, orders.bare));
    await bpmn.close();
    await orders.close();
    const over = (reference: string, of: typeof bare) =>
      compare({ what: "an order of four tasks", reference, unit: "ms" }, of.ours, of.theirs);
    return {
      name: "order-steps",
      compared: [
        over("plain transactions writing the same rows", bare),
        over("bpmn-engine, its state saved at each task", inMemory),
        over("bpmn-engine, recovered from its state for each step", recovered),
      ],
      unit: "",
      goal: "at most 2.5 of plain transactions, 0.05 of bpmn-engine with its state saved",
      values: {},
    };
  } finally {
    await postgres.stop();
  }
}
