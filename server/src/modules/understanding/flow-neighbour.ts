/** What flows name of the understanding: intents, classes and questions, and what a sentence means when a flow is tested. */
import type { TestWorld } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import type { FlowNeighbour } from "../flows/index.ts";
import { allClasses } from "./classes/repository.ts";
import { questionsOf } from "./inner/repository.ts";
import { buildIndex, type Intent } from "./intents/index-build.ts";
import { matcherOf } from "./intents/match.ts";
import { intentsToMatch } from "./intents/repository.ts";
import type { Understander } from "./intents/understander.ts";
import { readSlot, type SlotKind } from "./slots.ts";

const intentsIn = (trx: Trx, compId: string) => intentsToMatch(trx, compId);

/** What sentences of a test mean with these intents. now: epoch ms, what 今天 of a test is reckoned from. */
export function meaningOf(all: readonly Intent[], now: () => number): TestWorld["understand"] {
  const matcher = matcherOf(buildIndex(all));
  return ({ text, intents, threshold, margin, slots }) => {
    const match = matcher.match(text, intents, { threshold, margin });
    const values = Object.entries(slots).flatMap(([name, kind]) => {
      const slot = readSlot(kind as SlotKind, text, now());
      return slot ? [[name, slot.value] as const] : [];
    });
    return {
      intentId: match.intent?.id ?? "",
      score: match.intent?.score ?? 0,
      secondId: match.second?.id ?? "",
      secondScore: match.second?.score ?? 0,
      by: match.by,
      slots: Object.fromEntries(values),
    };
  };
}

export const flowNeighbour = (understander: Pick<Understander, "prepare">, now: () => number): FlowNeighbour => ({
  async things(trx, compId) {
    const [intents, classes, questions] = [
      await intentsIn(trx, compId),
      await allClasses(trx, compId),
      await questionsOf(trx, compId),
    ];
    const named = (kind: "intent" | "knowledgeClass" | "knowledge", id: string, name: string) => ({
      kind,
      id,
      name,
      enabled: 1,
      durationMs: 0,
    });
    return [
      ...intents.map(({ id, name }) => named("intent", id, name)),
      ...classes.map(({ id, name }) => named("knowledgeClass", id, name)),
      ...questions.map(({ id, question }) => named("knowledge", id, question)),
    ];
  },
  async intents(trx, compId) {
    const all = await intentsIn(trx, compId);
    return Object.fromEntries(
      all.map(({ id, name, samples, keywords, rules }) => [
        id,
        { name, samples, rules: keywords.length + rules.length },
      ]),
    );
  },
  understands: async (trx, compId) => meaningOf(await intentsIn(trx, compId), now),
  train: (compId) => understander.prepare(compId),
});
