/** In a thread of its own: matches sentences on the indexes that it was given; the main thread goes on with calls meanwhile. */
import { answer } from "../../../adapters/embedded/thread.ts";
import type { IntentIndex } from "./index-build.ts";
import { matcherOf, type Match, type Matcher, type MatchOptions } from "./match.ts";

export interface MatchTask {
  /** Of an index: another after each change. */
  readonly key: string;
  /** Absent: it was given before. */
  readonly index?: IntentIndex | undefined;
  readonly sentence: string;
  readonly ids?: readonly string[] | undefined;
  readonly options: MatchOptions;
}

/** Enterprises whose indexes are held; another comes in the place of the one that was not asked for longest. */
const held = 50;
const matchers = new Map<string, Matcher>();

/** undefined: it has no index of that key. */
export function matchIn({ key, index, sentence, ids, options }: MatchTask): Match | undefined {
  const matcher = matchers.get(key) ?? (index && matcherOf(index));
  if (!matcher) return undefined;
  matchers.delete(key);
  matchers.set(key, matcher);
  const [oldest] = matchers.keys();
  if (matchers.size > held && oldest !== undefined) matchers.delete(oldest);
  return matcher.match(sentence, ids, options);
}

answer(async (task: MatchTask) => matchIn(task) ?? null);
