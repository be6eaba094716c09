/** What the knowledge node of a flow speaks (docs/protocol.md, I15). */
import type { Ports } from "../../ports/index.ts";
import { classesBelow } from "./classes/repository.ts";
import { countHit, questionsOf } from "./inner/repository.ts";
import type { MatchOptions } from "./intents/match.ts";
import type { Understander } from "./intents/understander.ts";

/** A sentence among all questions or those of a class; a class alone: its question that was asked most; a question alone: that one. */
export interface KnowledgeAsked extends MatchOptions {
  readonly text?: string | undefined;
  readonly classId?: string | undefined;
  readonly questionId?: string | undefined;
}

export interface KnowledgeAnswer {
  readonly id: string;
  readonly question: string;
  /** '' where there is a voice file alone. */
  readonly answer: string;
  /** null: the answer is spoken from its text. */
  readonly voiceId: string | null;
  /** 1 where no sentence was compared. */
  readonly score: number;
}

/** undefined: no enabled question fits. The one that is answered counts a hit. */
export async function knowledgeAnswer(
  { ports, understander }: { readonly ports: Ports; readonly understander: Understander },
  compId: string,
  { text, classId, questionId, threshold, margin }: KnowledgeAsked,
): Promise<KnowledgeAnswer | undefined> {
  const among = await ports.database.tenant(compId, async (trx) => {
    const classes = classId === undefined ? undefined : new Set(await classesBelow(trx, compId, classId));
    const all = await questionsOf(trx, compId);
    return all.filter((row) => (!classes || classes.has(row.classId)) && (!questionId || row.id === questionId));
  });
  if (among.length === 0) return undefined;
  let found: { readonly id: string; readonly score: number } | undefined;
  if (text === undefined) {
    const [most] = among.toSorted((one, other) => other.hits - one.hits);
    found = classId === undefined && questionId === undefined ? undefined : { id: most!.id, score: 1 };
  } else {
    const ids = among.map(({ id }) => id);
    found = (await understander.nearestQuestion(compId, ids, text, { threshold, margin })).intent;
  }
  const row = among.find(({ id }) => id === found?.id);
  if (!row || !found) return undefined;
  await ports.database.tenant(compId, (trx) => countHit(trx, compId, row.id));
  return { id: row.id, question: row.question, answer: row.answer, voiceId: row.voiceId, score: found.score };
}
