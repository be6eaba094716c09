/** Flows of calls: drafts, versions, tests, and what a call is led through. The only face of this module. */
import { promptsOf, type FlowBody, type Program, type Prompts } from "@liantai/api/flows";
import type { Module } from "../../http/module.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { subscribe } from "../topics.ts";
import { createFlowVoices } from "../voices/index.ts";
import { LookUps } from "./contents/look-up.ts";
import { promptsAt, promptsFor } from "./contents/prompts.ts";
import type { FlowNeighbour } from "./deps.ts";
import { Programs, type Links } from "./programs.ts";
import { bodyOf, keptBody } from "./reading.ts";
import { regressionOf, type IntentChange, type Regression } from "./regression.ts";
import { findFlow } from "./repository.ts";
import { byVersion, exists, resolve, type Resolved } from "./resolving.ts";
import { parseFlowQuestion, replayFlowCall } from "./replay-text.ts";
import { parseTestQuestion, testFlow } from "./tests-text.ts";
import { flowRoutes } from "./routes.ts";
import { compiledIn, linkedIn } from "./shared.ts";
import { surveyFlow } from "./survey-repository.ts";
import { findVersion } from "./versions-repository.ts";

export { namableFlows } from "./repository.ts";
export { flowNames } from "./uses-repository.ts";
export { exists as flowExists } from "./resolving.ts";
export { demoFlow } from "./demo-flow.ts";
export { seedFlow, seedPrompt } from "./seeding.ts";
export { parseFlowQuestion, replayFlowCall, type FlowReplayQuestion } from "./replay-text.ts";
export { parseTestQuestion, redIn, testFlow, type FlowTestQuestion } from "./tests-text.ts";
export { flowTools } from "./tools.ts";
export type { BroughtThing, CarriedThing, FlowNeighbour } from "./deps.ts";
export type { Resolved } from "./resolving.ts";

export interface Flows {
  /** What a call from this number is led through; undefined: the flow is not there or was never published. */
  resolve(compId: string, flowId: string, callerNumber: string): Promise<Resolved | undefined>;
  /** Of a call that is in it already, by its links; links absent: of one that begins in this version. */
  byVersion(compId: string, versionId: string, links?: Links): Promise<Resolved | undefined>;
  /** The draft, or a text instead of it, as an audition has it. Throws AppError 'invalid' for a text that is none. */
  draft(
    compId: string,
    flowId: string,
    given: { readonly flow?: string | undefined; readonly tts?: string | undefined },
  ): Promise<Program | undefined>;
  /**
   * The newest published version as it was drawn, shared sub-processes linked in, with the shared prompts that it says as they are now.
   * undefined: there is none, or the flow is switched off.
   */
  published(
    compId: string,
    flowId: string,
  ): Promise<{ readonly name: string; readonly body: FlowBody; readonly prompts: Prompts } | undefined>;
  /** A cell of a look-up table as it was at that moment. undefined: there is no such row, column or table. */
  lookUp: LookUps["find"];
  /** Shared prompts as they were at that moment; what is not there is absent. */
  prompts: ReturnType<typeof promptsFor>;
  /** The flow that asks for marks after talks; undefined: none is chosen, or it is switched off. */
  survey(compId: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
  /** Whether a target may name it: there, published, switched on. */
  exists(trx: Trx, compId: string, flowId: string): Promise<boolean>;
  /** Tests of flows that calls are led through, as they would end were an intent another. */
  regression(compId: string, change: IntentChange): Promise<Regression>;
  /** Before the server starts: a module that flows name things of, or that leads calls to flows. */
  neighbour(neighbour: FlowNeighbour): void;
  /** npm run flow:replay: a question as JSON, and the answer for people. */
  replayText(question: string): Promise<string>;
  /** npm run flow:test: the same of a flow's tests. */
  testText(question: string): Promise<string>;
  module(
    deps: Pick<AdministrationDeps, "audit"> & { readonly auth: Pick<AdministrationDeps["auth"], "mayPress"> },
  ): Module;
}

export function createFlows(
  ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger" | "blobs">,
): Flows {
  const programs = new Programs();
  const neighbours: FlowNeighbour[] = [];
  const lookUps = new LookUps(ports.database);
  return {
    resolve: (compId, flowId, callerNumber) => resolve({ ports, programs }, compId, flowId, callerNumber),
    byVersion: (...of) => byVersion({ ports, programs }, ...of),
    async draft(compId, flowId, { flow: text, tts }) {
      return ports.database.tenant(compId, async (trx) => {
        const row = await findFlow(trx, compId, flowId);
        if (!row) return undefined;
        const body = text === undefined || text === "" ? keptBody(row.draft) : bodyOf(text);
        return compiledIn(trx, compId, { flowId, flowType: row.flowType, body, tts: tts ?? row.tts });
      });
    },
    published: (compId, flowId) =>
      ports.database.tenant(compId, async (trx) => {
        const flow = await findFlow(trx, compId, flowId);
        const version =
          flow?.enabled === 1 && flow.versionId !== "" ? await findVersion(trx, compId, flow.versionId) : undefined;
        if (!flow || !version) return undefined;
        const body = await linkedIn(trx, compId, keptBody(version.flow));
        const talkings = body.nodes.flatMap(({ subProcess }) => subProcess.flow.nodes.flatMap((node) => node.talkings));
        return { name: flow.name, body, prompts: await promptsAt(trx, compId, promptsOf(talkings)) };
      }),
    lookUp: (...asked) => lookUps.find(...asked),
    prompts: promptsFor(ports.database),
    survey: (compId) => ports.database.tenant(compId, (trx) => surveyFlow(trx, compId)),
    exists,
    regression: (compId, change) => regressionOf({ ports, neighbours }, compId, change),
    neighbour: (one) => void neighbours.push(one),
    replayText: (question) => replayFlowCall(ports.database, parseFlowQuestion(question), neighbours),
    testText: (question) => testFlow(ports.database, parseTestQuestion(question), neighbours, ports.blobs),
    module({ audit, auth }) {
      const deps = { ports, audit, auth, programs, neighbours, voices: createFlowVoices(ports) };
      let end: (() => Promise<void>) | undefined;
      return {
        name: "flows",
        routes: flowRoutes(deps),
        async start() {
          end = await subscribe(ports.broker, "flow.published", ({ compId, flowIds }) =>
            programs.drop(compId, flowIds),
          );
        },
        async stop() {
          await end?.();
          await deps.voices.stop();
        },
      };
    },
  };
}
