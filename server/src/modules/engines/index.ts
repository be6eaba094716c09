/** Speech engines: which there are, and which enterprise uses which. The only face of this module. */
import { engineAllotApi, engineApi } from "@liantai/api/contract/flow-editor";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { allot, allotList, options } from "./allotting.ts";
import { createManaging } from "./managing.ts";

export { usableEngines } from "./allotting.ts";
export { voicesOf as engineVoices } from "./managing.ts";
export { listenerOf } from "./repository.ts";
export { createSpeechFor, type EnterpriseSpeech, type SpeechFor } from "./speech-for.ts";

export function createEnginesModule(deps: AdministrationDeps): Module {
  const managing = createManaging(deps);
  return {
    name: "engines",
    routes: [
      ...crudRoutes(engineApi, managing),
      route(engineApi.test, ({ body }, context) => managing.test(body, context)),
      route(engineApi.options, ({ body }, context) => options(deps, body, context)),
      route(engineAllotApi.list, ({ body }, context) => allotList(deps, body, context)),
      route(engineAllotApi.allot, ({ body }, context) => allot(deps, body, context)),
    ],
  };
}
