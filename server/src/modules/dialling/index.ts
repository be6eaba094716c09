/** Dialling: tasks, their numbers, and what dials them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { figureRoutes } from "./figures/routes.ts";
import { intentionRoutes } from "./intentions/routes.ts";
import { noticeRoutes } from "./notices/service.ts";
import { createWatching } from "./watching.ts";

export { flowOver, type EndedAttempt, type FlowOutcome } from "./outcomes/flow-over.ts";
export { refuse, type Refusal, type Refused } from "./refusals/refuse.ts";
export { createNoticeFlows, noticeFlow } from "./notices/calls.ts";

export function createDiallingModule(deps: AdministrationDeps): Module {
  const watching = createWatching(deps.ports);
  return {
    name: "dialling",
    routes: [...noticeRoutes(deps), ...intentionRoutes(deps), ...figureRoutes(deps)],
    start: () => watching.start(),
    stop: () => watching.stop(),
  };
}
