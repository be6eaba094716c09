/** What callers say, for flows: listened to by the enterprise's recogniser, understood by its intents, kept to learn from. */
import type { Ports } from "../../ports/index.ts";
import type { SpeechFor } from "../engines/index.ts";
import type { AskedBy, FlowPort } from "../telephony/index.ts";
import { keepHeard, readSlot, type Heard, type SlotKind, type Understanding } from "../understanding/index.ts";
import type { SentenceWorld } from "./sentence-world.ts";

export interface SentenceDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random" | "logger">;
  readonly speechFor: SpeechFor;
  readonly understanding: Pick<Understanding, "understand" | "intentsOf" | "knowledgeAnswer">;
}

/** Intents' samples, as a recogniser that knows nothing else may expect them; the closed grammar takes no more. */
const mostPhrases = 300;

export function createSentences({ ports, speechFor, understanding }: SentenceDeps): SentenceWorld {
  const { database, clock, random, logger } = ports;

  async function phrasesOf(compId: string, intents: readonly string[]) {
    const known = await understanding.intentsOf(compId, intents);
    // In turns: of more than there may be each intent has its first.
    const texts = known.map(({ samples, keywords }) => [...samples, ...keywords]);
    const turns = Array.from({ length: Math.max(0, ...texts.map(({ length }) => length)) }, (_, n) => n);
    return turns
      .flatMap((n) => texts.flatMap((of) => of[n] ?? []))
      .slice(0, mostPhrases)
      .map((text, at) => ({ id: String(at), text }));
  }

  const listen: FlowPort["listen"] = async (compId, { intents, engineId, ...times }, heard) => {
    const phrases = await phrasesOf(compId, intents);
    const options = { phrases, ...times };
    const session = await speechFor(compId).listen(engineId ? { ...options, engineId } : options, (event) => {
      if (event.type === "started" || event.type === "lasted") return heard({ type: event.type });
      // Something was said and is no word: not understood, as the flow has it.
      if (event.type === "final") return heard({ type: "final", text: event.text, confidence: event.confidence });
      if (event.type === "failed") return heard({ type: "failed", reason: event.reason });
      if (event.type === "ended" && event.why === "noInput") heard({ type: "silence" });
    });
    return { push: (samples) => session.push(samples), close: () => session.end() };
  };

  /** A call goes on without what is learnt from it. An audition (of a draft, or by whoever tries a flow) is no caller's. */
  async function keep(
    { compId, callId, flowId, versionId, nodeId, nodeName, sensitive, audition }: AskedBy,
    heard: Pick<Heard, "text" | "intentIds" | "match" | "threshold" | "margin">,
  ): Promise<void> {
    if (sensitive || audition) return;
    const where = { compId, at: new Date(clock.now()), callId, flowId, versionId, nodeId, nodeName };
    await database
      .tenant(compId, (trx) => keepHeard(trx, random, { ...where, ...heard }))
      .catch((error: unknown) => logger.warn({ error, callId }, "what a caller said was not kept"));
  }

  return {
    listen,
    prepare: async (compId, intents) => speechFor(compId).prepare(await phrasesOf(compId, intents)),
    async understand(by, { text, intents, threshold, margin, slots }) {
      const { compId } = by;
      const options = { threshold, margin };
      const match = await understanding.understand(compId, intents, text, options);
      const now = clock.now();
      await keep(by, { text, intentIds: intents, match, ...options });
      const values = Object.entries(slots).flatMap(([name, kind]) => {
        const slot = readSlot(kind as SlotKind, text, now);
        return slot ? [[name, slot.value] as const] : [];
      });
      return {
        intentId: match.intent?.id ?? "",
        intentName: match.intent?.name ?? "",
        score: match.intent?.score ?? 0,
        secondId: match.second?.id ?? "",
        secondName: match.second?.name ?? "",
        secondScore: match.second?.score ?? 0,
        by: match.by,
        slots: Object.fromEntries(values),
      };
    },
    async knowledge(by, { text, classId, questionId }) {
      const { compId } = by;
      const found = await understanding.knowledgeAnswer(compId, {
        ...(questionId === "" ? (text === "" ? {} : { text }) : { questionId }),
        ...(classId === "" ? {} : { classId }),
      });
      if (!found) {
        if (questionId === "") await keep(by, { text, intentIds: [], match: "unanswered" });
        return { found: false, says: [] };
      }
      const says = found.voiceId === null ? [{ text: found.answer }] : [{ voiceId: found.voiceId }];
      return { found: true, says, question: found.question, score: found.score };
    },
  };
}
