/** An enterprise's robots; their lines are those of contacts. The only face of this module. */
import {
  digitalHumanApi,
  robotAgentApi,
  robotMonitorApi,
  robotPictureApi,
  robotRecordApi,
} from "@liantai/api/contract/flow-editor";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { FlowNeighbour } from "../flows/index.ts";
import type { FlowPort } from "../telephony/index.ts";
import { robotsForFlow } from "./lines-repository.ts";
import { robotsNow } from "./monitoring.ts";
import { pictureOf, uploadPicture } from "./pictures.ts";
import { robotRecords } from "./records.ts";
import { robotNames, robotsWith } from "./repository.ts";
import { createRobotAgents } from "./service.ts";

export { shownRobotCall, shownSaid } from "./present.ts";

/** What flows ask: a robot holds the flow it is made of, and may take the calls of others. */
export const robotsOfFlows: FlowNeighbour = {
  inUse: async (trx, compId, flowIds) =>
    (await robotsWith(trx, compId, flowIds)).map(({ flowId, name }) => ({ id: flowId, by: `机器人「${name}」` })),
  robots: robotNames,
};

/** What a call asks that is led into a robot's flow. */
export const createRobotsOfCalls =
  ({ database }: Pick<Ports, "database">): FlowPort["robots"] =>
  (compId, flowId) =>
    database.tenant(compId, (trx) => robotsForFlow(trx, compId, flowId));

export function createRobotsModule(deps: AdministrationDeps): Module {
  const agents = createRobotAgents(deps);
  return {
    name: "robots",
    routes: [
      ...crudRoutes(robotAgentApi, agents),
      route(digitalHumanApi.list, ({ body }, context) => agents.digital(body, context)),
      route(robotPictureApi.upload, ({ body }, context) => uploadPicture(deps, body, context)),
      route(robotPictureApi.picture, ({ query }, context) => pictureOf(deps, query, context)),
      route(robotRecordApi.list, ({ body }, context) => robotRecords(deps, body, context, false)),
      route(robotRecordApi.digital, ({ body }, context) => robotRecords(deps, body, context, true)),
      route(robotMonitorApi.list, ({ body }, context) => robotsNow(deps, body, context)),
    ],
  };
}
