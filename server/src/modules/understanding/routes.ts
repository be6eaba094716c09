/** Routes of the area understanding. */
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
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import { createClasses } from "./classes/service.ts";
import { createInnerKnowledge } from "./inner/service.ts";
import { createIntents, findOne, test } from "./intents/service.ts";
import { assign, type AssignDeps } from "./learning/assign.ts";
import { details, ignore, list, remove } from "./learning/service.ts";
import { createIntentionRules, listAddends, saveAddends } from "./levels/service.ts";
import { createRules, testRule } from "./rules/service.ts";

export const understandingRoutes = (deps: AssignDeps): readonly Route[] => [
  ...crudRoutes(regexRuleApi, createRules(deps)),
  route(regexRuleApi.test, ({ body }, context) => testRule(body, context)),
  ...crudRoutes(knowledgeClassApi, createClasses(deps)),
  ...crudRoutes(innerKnowledgeApi, createInnerKnowledge(deps)),
  ...crudRoutes(intentApi, createIntents(deps)),
  route(intentApi.find, ({ body }, context) => findOne(deps, body, context)),
  route(intentApi.test, ({ body }, context) => test(deps, body, context)),
  ...crudRoutes(intentionRuleApi, createIntentionRules(deps)),
  route(scoreModelApi.list, ({ body }, context) => listAddends(deps, body, context)),
  route(scoreModelApi.save, ({ body }, context) => saveAddends(deps, body, context)),
  route(robotLearningApi.list, ({ body }, context) => list(deps, body, context)),
  route(robotLearningApi.assign, ({ body }, context) => assign(deps, body, context)),
  route(robotLearningApi.ignore, ({ body }, context) => ignore(deps, body, context)),
  route(robotLearningApi.delete, ({ body }, context) => remove(deps, body, context)),
  route(intentionDetailApi.list, ({ body }, context) => details(deps, body, context)),
];
