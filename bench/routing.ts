/**
 * Routing: an agent gets ready, or a caller arrives, until the INVITE to the agent's phone goes out, through the whole engine
 * (state machines, queue, events to browsers). 1,000 agents in 5 of 200 skill groups each, 500 callers waiting; then the same
 * with every strategy, and with calls that wait in five groups at once.
 */
import { measureRouting, type RoutingFigures } from "@liantai/server/testing/routing-load";
import { quantile, report, type Result } from "./lib/result.ts";

export async function run(): Promise<Result> {
  const load = { agents: 1_000, groups: 200, groupsAnAgent: 5, waiting: 500, samples: 3_000 };
  await measureRouting({ ...load, samples: 300 });
  const { readyToOffer, callToOffer, doubled, lost } = await measureRouting(load);
  const worst = { strategy: 0, several: 0, doubled, lost };
  const note = (of: "strategy" | "several", figures: RoutingFigures) => {
    worst[of] = Math.max(worst[of], quantile(figures.readyToOffer, 0.99), quantile(figures.callToOffer, 0.99));
    worst.doubled += figures.doubled;
    worst.lost += figures.lost;
  };
  for (const strategy of ["least-calls", "round-robin", "level", "random"] as const)
    note("strategy", await measureRouting({ ...load, samples: 1_000, strategy }));
  note("several", await measureRouting({ ...load, samples: 1_000, groupsACall: 5 }));
  return report({
    name: "routing",
    unit: "ms",
    goal: "agent ready to offer p99 under 10 ms, no call offered twice, none lost",
    values: {
      "ready to offer p50": quantile(readyToOffer, 0.5),
      "ready to offer p99": quantile(readyToOffer, 0.99),
      "call to offer p50": quantile(callToOffer, 0.5),
      "call to offer p99": quantile(callToOffer, 0.99),
      "worst p99 of the other strategies": worst.strategy,
      "worst p99 in five groups at once": worst.several,
      "offers (count)": readyToOffer.length + callToOffer.length,
      "doubled (count)": worst.doubled,
      "lost (count)": worst.lost,
    },
  });
}
