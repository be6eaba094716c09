/** 坐席辅助: talks are listened to, what is said stands beside the call, and what is wrong is noticed. The only face of this module. */
import { assistApi, assistKnowledgeApi } from "@liantai/api/contract/admin";
import type { BodyOf } from "@liantai/api/contract";
import { crudRoutes } from "../../http/crud.ts";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { ListenerDeps } from "./listener.ts";
import { createPushSocket, type AuditionEars } from "./push-socket.ts";
import { knowledgeStore, type KnowledgeRow } from "./repository.ts";
import { createAssistService } from "./service.ts";

export { shownMessage } from "./present.ts";
export { createListener, type AssistFlows } from "./listener.ts";
export type { AuditionEars } from "./push-socket.ts";
export type { Recogniser } from "./recogniser.ts";
export { recogniserOf } from "./speech.ts";

export interface AssistModuleDeps
  extends Pick<AdministrationDeps, "ports" | "audit" | "auth" | "engine">, Pick<ListenerDeps, "recogniser"> {
  /** Of the engines of this process; ends after them. */
  readonly listener: { stop(): Promise<void> };
  /** Of auditions. */
  readonly ears?: AuditionEars | undefined;
}

export function createAssistModule(deps: AssistModuleDeps): Module {
  const { ports, auth, engine, listener, ears } = deps;
  const service = createAssistService(deps);
  const pushing = createPushSocket({ ...ports, tickets: auth.tickets, engine, ears });
  const knowledge = crudService({
    deps,
    object: "assistKnowledge",
    scope: "enterprise",
    store: knowledgeStore,
    toRow: (_trx: Trx, { sentence, content }: BodyOf<typeof assistKnowledgeApi.add>) => ({ sentence, content }),
    present: ({ id, sentence, content }: KnowledgeRow) => ({ id, sentence, content }),
    key: { path: "sentence", label: "触发语句", of: (row) => row.sentence },
  });
  return {
    name: "assist",
    routes: [
      route(assistApi.push, ({ query }, context) => service.push(context, query.callId)),
      route(assistApi.stop, ({ query }, context) => service.stop(context, query.callId)),
      route(assistApi.msg, ({ body }, context) => service.msg(context, body)),
      route(assistApi.warn, ({ body }, context) => service.warn(context, body)),
      route(assistApi.process, ({ body }, context) => service.process(context, body)),
      route(assistApi.setting, ({ body }, context) => service.setting(context, body)),
      route(assistApi.saveSetting, ({ body }, context) => service.save(context, body)),
      route(assistApi.robotCode, ({ body }, context) => service.flow(context, body)),
      route(assistApi.saveRobotCode, ({ body }, context) => service.saveFlow(context, body)),
      ...crudRoutes(assistKnowledgeApi, knowledge),
    ],
    sockets: [pushing.route],
    start: () => pushing.start(),
    async stop() {
      await pushing.stop();
      await listener.stop();
    },
  };
}
