/**
 * Which of 95 intents with 10,000 samples a sentence means: the shipped test set (200 paraphrases written by hand) through the thread
 * that matches in the server, against minisearch over the same samples, with words (Intl.Segmenter) and with pairs of characters.
 */
import { openMatching, otherIntents, testIntents } from "@liantai/server/testing/intent-load";
import MiniSearch from "minisearch";
import { compare, quantile, type Measured } from "./lib/result.ts";

const rounds = 5;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const words = (text: string): string[] =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
const pairs = (text: string): string[] => {
  const signs = [...text.replace(/[\s\p{P}]/gu, "")];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at]!}${sign}`);
};

function peer(tokenize: (text: string) => string[]): (sentence: string) => string | undefined {
  const search = new MiniSearch({ fields: ["text"], storeFields: ["name"], tokenize });
  const documents = [...testIntents, ...otherIntents(70)].flatMap(({ name, samples }) =>
    samples.map((text) => ({ name, text })),
  );
  search.addAll(documents.map((document, id) => ({ id, ...document })));
  return (sentence) => search.search(sentence)[0]?.["name"] as string | undefined;
}

interface Tried {
  /** ms */
  readonly times: number[];
  right: number;
}

const sentences = testIntents.flatMap(({ name, paraphrases }) => paraphrases.map((text) => ({ name, text })));

export async function run(): Promise<Measured> {
  const ours = await openMatching();
  const ways = {
    thread: ours.inThread,
    here: async (text: string) => ours.here(text),
    words: (
      (search) => async (text: string) =>
        search(text)
    )(peer(words)),
    pairs: (
      (search) => async (text: string) =>
        search(text)
    )(peer(pairs)),
  };
  const tried = new Map<string, Tried>();
  // Sentence by sentence in turns: what slows the machine slows all; the first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, text } of sentences)
      for (const [way, ask] of Object.entries(ways)) {
        const from = performance.now();
        const found = await ask(text);
        const took = performance.now() - from;
        if (round === 0) continue;
        const of = tried.get(way) ?? { times: [], right: 0 };
        tried.set(way, of);
        of.times.push(took);
        if (found === name) of.right += 1;
      }
  await ours.close();
  const p95 = (way: keyof typeof ways) => quantile(tried.get(way)!.times, 0.95);
  const rate = (way: keyof typeof ways) => tried.get(way)!.right / (sentences.length * rounds);
  const [reference, pairsOf] = ["minisearch 7.2.0 with words", "minisearch 7.2.0 with pairs of characters"];
  return {
    name: "intents",
    compared: [
      compare({ what: "hit rate", reference, unit: "of 1" }, rate("thread"), rate("words")),
      compare({ what: "p95 in a worker", reference, unit: "ms" }, p95("thread"), p95("words")),
      compare({ what: "hit rate", reference: pairsOf, unit: "of 1" }, rate("thread"), rate("pairs")),
      compare({ what: "p95 in a worker", reference: pairsOf, unit: "ms" }, p95("thread"), p95("pairs")),
    ],
    unit: "",
    goal: "10,000 samples p95 under 15 ms in a worker; the hit rate at least minisearch's",
    values: { samples: ours.samples, paraphrases: sentences.length, "p95 without a worker ms": p95("here") },
  };
}
