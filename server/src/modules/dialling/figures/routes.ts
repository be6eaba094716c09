import {
  callTaskCdrApi,
  commonFeeApi,
  intentionFiguresApi,
  ivrCallCdrApi,
  ivrKeyApi,
  robotTask,
  robotCdrApi,
  robotTaskApi,
  robotTaskCdrApi,
} from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import * as figures from "./service.ts";

export const figureRoutes = (deps: AdministrationDeps): readonly Route[] => [
  route(callTaskCdrApi.list, ({ body }, context) => figures.attempts(deps, body, context)),
  route(robotTaskCdrApi.list, ({ body }, context) => figures.attempts(deps, body, context, robotTask)),
  route(robotCdrApi.list, ({ body }, context) => figures.robotCalls(deps, body, context)),
  route(ivrCallCdrApi.list, ({ body }, context) => figures.flowCalls(deps, body, context)),
  route(ivrKeyApi.list, ({ body }, context) => figures.keys(deps, body, context)),
  route(intentionFiguresApi.figures, ({ body }, context) => figures.levels(deps, body, context)),
  route(commonFeeApi.list, ({ body }, context) => figures.fees(deps, body, context)),
  route(robotTaskApi.list, ({ body }, context) => figures.robotNumbers(deps, body, context)),
];
