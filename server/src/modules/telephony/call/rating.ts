/** 满意度: the mark that a customer gives by key, in the survey after a talk or at a node of a flow. */
import type { Draft } from "./draft.ts";

/** How it is called in the scale that he heard, and what it counts. */
export interface Mark {
  readonly key: string;
  readonly name: string;
  readonly score: number;
}

const whose = ({ call }: Draft): string => call.surveyOf ?? "";

/** The talk that he is asked about has its mark. */
export const isRated = (d: Draft): boolean => d.call.ratedOf === whose(d);

/** Of the agent who had him last; nobody's where none had. One for each of them: the first. */
export function rate(d: Draft, { key, name, score }: Mark): void {
  if (isRated(d)) return;
  const of = whose(d);
  d.set({ ratedOf: of });
  d.note({ type: "surveyAnswered", score, key, name, ...(of === "" ? {} : { agentId: of }) }, d.actor(d.far));
}
