/**
 * Routing: an agent gets ready, or a caller arrives, until the INVITE to the agent's phone goes out, through the whole engine
 * (state machines, queue, events to browsers). 1,000 agents in 5 of 200 skill groups each, 500 callers waiting.
 */
import { measureRouting } from '@liantai/server/testing/routing-load';
import { quantile, report, type Result } from './lib/result.ts';

export async function run(): Promise<Result> {
  const load = { agents: 1_000, groups: 200, groupsAnAgent: 5, waiting: 500, samples: 3_000 };
  await measureRouting({ ...load, samples: 300 });
  const { readyToOffer, callToOffer, doubled, lost } = await measureRouting(load);
  return report({
    name: 'routing',
    unit: 'ms',
    goal: 'agent ready to offer p99 under 10 ms, no call offered twice, none lost',
    values: {
      'ready to offer p50': quantile(readyToOffer, 0.5), 'ready to offer p99': quantile(readyToOffer, 0.99), 'call to offer p50': quantile(callToOffer, 0.5), 'call to offer p99': quantile(callToOffer, 0.99),
      'offers (count)': readyToOffer.length + callToOffer.length, 'doubled (count)': doubled, 'lost (count)': lost,
    },
  });
}
