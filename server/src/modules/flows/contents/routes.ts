/** The endpoints of what supervisors change beside flows. */
import { lookUpSheetApi, lookUpTableApi, sharedPromptApi } from "@liantai/api/contract/flow-editor";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import type { FlowDeps } from "../deps.ts";
import { lookUpTables } from "./look-up.ts";
import { promptVoices, sharedPrompts } from "./prompts.ts";
import type { ContentVerbs } from "./service.ts";
import { lookUpSheets } from "./sheets.ts";

type Deps = Pick<FlowDeps, "ports" | "audit">;

/** What every kind has, its list apart, whose rows are its own. */
function common(deps: Deps, api: Omit<typeof lookUpTableApi, "list">, verbs: ContentVerbs): readonly Route[] {
  const rows = serviceOf(deps, verbs);
  return [
    route(api.find, ({ body }, context) => rows.find(body, context)),
    route(api.add, ({ body }, context) => rows.add(body, context)),
    route(api.update, ({ body }, context) => rows.update(body, context)),
    route(api.versions, ({ body }, context) => rows.versions(body, context)),
    route(api.rollback, ({ body }, context) => rows.rollback(body, context)),
    route(api.delete, ({ body }, context) => rows.remove(body, context)),
  ];
}

function sheets(deps: Deps): readonly Route[] {
  const { readSheet, writeTable, writeTemplate } = serviceOf(deps, lookUpSheets);
  return [
    route(lookUpSheetApi.read, ({ body }, context) => readSheet(body, context)),
    route(lookUpSheetApi.write, ({ query }, context) => writeTable(query, context)),
    route(lookUpSheetApi.template, ({ query }, context) => writeTemplate(query, context)),
  ];
}

export const contentRoutes = (deps: Deps): readonly Route[] => [
  route(lookUpTableApi.list, ({ body }, context) => lookUpTables.list(deps, body, context)),
  ...common(deps, lookUpTableApi, lookUpTables),
  ...sheets(deps),
  route(sharedPromptApi.list, ({ body }, context) => sharedPrompts.list(deps, body, context)),
  ...common(deps, sharedPromptApi, sharedPrompts),
  route(sharedPromptApi.voices, ({ body }, context) => promptVoices(deps, body, context)),
];
