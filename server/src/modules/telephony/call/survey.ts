/** 满意度: the built-in question after a talk, for a mark by key. surveying.ts has how it begins. */
import { surveyScores, surveyTexts } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import { rate } from "./rating.ts";

/** From the beginning: the enterprise has no flow for it, or that one came to nothing. */
export const askForMark = (d: Draft): void => ask(d, 1);

function ask(d: Draft, turn: number): void {
  const { leg } = d.far;
  if (leg === undefined) return;
  d.phase({ kind: "survey", turn });
  const tag = d.next();
  d.set({ playing: { tag, what: "survey" } });
  d.do({ do: "say", leg, text: turn === 1 ? sentences.survey : sentences.surveyAgain, tag });
  d.do({ do: "timer", name: "survey", ms: limits.survey });
}

/** No answer in time, or a key that means nothing. */
export function askAgain(d: Draft): void {
  const { phase } = d.call;
  if (phase.kind !== "survey") return;
  if (phase.turn < limits.surveyTurns) return ask(d, phase.turn + 1);
  over(d);
}

/** What was pressed stands in no step of its own: the mark does, for those who may read it. */
export function surveyKey(d: Draft, digit: string): void {
  const score = surveyScores[digit];
  if (score === undefined) return askAgain(d);
  rate(d, { key: digit, name: surveyTexts[score] ?? "", score });
  over(d);
}

function over(d: Draft): void {
  d.do({ do: "clearTimer", name: "survey" });
  farewell(d, "completed");
}
