/** An enterprise's robots; their lines are those of contacts. The only face of this module. */
import { robotAgentApi } from "@liantai/api/contract/flow-editor";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { FlowNeighbour } from "../flows/index.ts";
import { robotNames, robotsWith } from "./repository.ts";
import { createRobotAgents } from "./service.ts";

/** What flows ask: a robot holds the flow it is made of, and may take the calls of others. */
export const robotsOfFlows: FlowNeighbour = {
  inUse: async (trx, compId, flowIds) =>
    (await robotsWith(trx, compId, flowIds)).map(({ flowId, name }) => ({ id: flowId, by: `机器人「${name}」` })),
  robots: robotNames,
};

export const createRobotsModule = (deps: AdministrationDeps): Module => ({
  name: "robots",
  routes: crudRoutes(robotAgentApi, createRobotAgents(deps)),
});
