/**
 * Routing: an agent gets ready, or a caller arrives, until the INVITE to the agent's phone goes out, through the whole engine
 * (state machines, queue, events to browsers). 1,000 agents in 5 of 200 skill groups each, 500 callers waiting; then the same
 * with every strategy, with calls that wait in five groups at once, and with priorities, agents of the last time, rings and estimated
 * waits (once more with 10,000 agents in 2,000 groups). Beside it, in turns, arrays that are read from the front
 * (lib/plain-router.ts): what choosing costs when nothing has to be told, kept or undone.
 */
import { measureRouting, type RoutingFigures } from "@liantai/server/testing/routing-load";
import { measurePlainRouting, type PlainFigures } from "./lib/plain-router.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const rounds = 3;
const big = { agents: 10_000, groups: 2_000, groupsAnAgent: 5, waiting: 500, samples: 500 };

export async function run(): Promise<Measured> {
  const load = { agents: 1_000, groups: 200, groupsAnAgent: 5, waiting: 500, samples: 1_000 };
  const { ours, theirs } = await inTurns(
    rounds,
    () => measureRouting(load),
    async () => measurePlainRouting(load),
  );
  const all = (side: readonly PlainFigures[], of: "readyToOffer" | "callToOffer") => side.flatMap((round) => round[of]);
  const worst = { strategy: 0, several: 0, scores: 0, big: 0, doubled: 0, lost: 0 };
  const count = ({ doubled, lost }: RoutingFigures) => {
    worst.doubled += doubled;
    worst.lost += lost;
  };
  const note = (of: "strategy" | "several" | "scores" | "big", figures: RoutingFigures) => {
    worst[of] = Math.max(worst[of], quantile(figures.readyToOffer, 0.99), quantile(figures.callToOffer, 0.99));
    count(figures);
  };
  ours.forEach(count);
  for (const strategy of ["least-calls", "round-robin", "level", "random"] as const)
    note("strategy", await measureRouting({ ...load, strategy }));
  note("several", await measureRouting({ ...load, groupsACall: 5 }));
  note("scores", await measureRouting({ ...load, scores: true }));
  note("big", await measureRouting({ ...big, scores: true }));
  const over = (what: string, of: "readyToOffer" | "callToOffer", q: number) =>
    compare(
      { what, reference: "arrays read from the front", unit: "ms" },
      quantile(all(ours, of), q),
      quantile(all(theirs, of), q),
    );
  return {
    name: "routing",
    compared: [
      over("ready to offer, p99", "readyToOffer", 0.99),
      over("call to offer, p99", "callToOffer", 0.99),
      over("ready to offer, median", "readyToOffer", 0.5),
    ],
    unit: "ms",
    goal: "agent ready to offer p99 under 1 ms, scores and last agents on, under 10 with 10,000 agents; none offered twice, none lost",
    values: {
      "worst p99 of the other strategies": worst.strategy,
      "worst p99 in five groups at once": worst.several,
      "worst p99 with priorities, last agents, rings and estimates": worst.scores,
      "worst p99 of these with 10,000 agents in 2,000 groups": worst.big,
      "offers (count)": all(ours, "readyToOffer").length + all(ours, "callToOffer").length,
      "doubled (count)": worst.doubled,
      "lost (count)": worst.lost,
    },
  };
}
