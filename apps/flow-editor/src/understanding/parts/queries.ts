import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  innerKnowledgeApi,
  intentApi,
  intentionDetailApi,
  intentionRuleApi,
  knowledgeClassApi,
  regexRuleApi,
  robotLearningApi,
  scoreModelApi,
} from "@liantai/api/contract/flow-editor";

export const rules = queriesOf(regexRuleApi);
export const classes = queriesOf(knowledgeClassApi);
export const questions = queriesOf(innerKnowledgeApi);
export const intents = queriesOf(intentApi);
export const intentionRules = queriesOf(intentionRuleApi);
export const scoreModel = queriesOf(scoreModelApi);
export const learning = queriesOf(robotLearningApi);
export const heard = queriesOf(intentionDetailApi);

export type Rule = ReplyOf<typeof regexRuleApi.list>["list"][number];
export type KnowledgeClass = ReplyOf<typeof knowledgeClassApi.list>["list"][number];
export type Question = ReplyOf<typeof innerKnowledgeApi.list>["list"][number];
export type IntentRow = ReplyOf<typeof intentApi.list>["list"][number];
export type Group = ReplyOf<typeof robotLearningApi.list>["list"][number];

/** All there are: lists of an enterprise that one chooses from. */
export const allOf = { pageNo: 1, pageSize: 9_999 };

/** A share of 1 as people read it. */
export const percent = (score: number): string => `${Math.round(score * 100)}%`;
