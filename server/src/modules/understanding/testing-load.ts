/** Sentences of the shipped test set among 10,000 samples, through the thread that matches them in the server: for bench/intents.ts. */
import { IdleThread } from "../../adapters/embedded/thread.ts";
import { systemClock } from "../../adapters/embedded/switch/options.ts";
import { buildIndex } from "./intents/index-build.ts";
import { matcherOf, type Match } from "./intents/match.ts";
import type { MatchTask } from "./intents/matching.ts";
import { otherIntents, testIntents } from "./testing/paraphrases.ts";

export { otherIntents, testIntents, type TestIntent } from "./testing/paraphrases.ts";

export interface MatchingLoad {
  readonly samples: number;
  /** Name of the intent that comes first; in a thread, as the server asks. */
  inThread(sentence: string): Promise<string | undefined>;
  /** The same in this thread. */
  here(sentence: string): string | undefined;
  close(): Promise<void>;
}

const first = ({ scores }: Match): string | undefined => scores[0]?.name;

export async function openMatching(): Promise<MatchingLoad> {
  const intents = [...testIntents, ...otherIntents(70)].map(({ name, samples }) => ({
    id: name,
    name,
    samples,
    priority: 0,
    keywords: [],
    rules: [],
  }));
  const index = buildIndex(intents);
  const matcher = matcherOf(index);
  const file = new URL("./intents/matching.ts", import.meta.url);
  const thread = new IdleThread<MatchTask, Match>(systemClock, file, "matching", 60_000);
  await thread.ask({ key: "load", index, sentence: "", options: {} });
  return {
    samples: index.sampleIntent.length,
    inThread: async (sentence) => first(await thread.ask({ key: "load", sentence, options: {} })),
    here: (sentence) => first(matcher.match(sentence)),
    close: () => thread.close(),
  };
}
