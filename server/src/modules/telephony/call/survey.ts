/** 满意度: after the talk the customer is asked for a mark by key; his leg stays, the agent wraps up. */
import { surveyScores, surveyTexts } from "@liantai/api/contract";
import { letAgentGo, mayAsk } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import { rate } from "./rating.ts";

export function startSurvey(d: Draft, agentId: string): void {
  const by = mayAsk(d, agentId);
  // Colleagues are not asked about each other.
  if (!by || d.far.role !== "customer") return d.refuse();
  const { group } = d.call;
  letAgentGo(d, by);
  d.set({ surveyOf: agentId });
  d.note({ type: "surveyStarted", agentId, ...(group ? { skillGroupId: group.id } : {}) }, agentId);
  ask(d, 1);
}

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
