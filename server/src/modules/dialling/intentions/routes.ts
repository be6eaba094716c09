import { intentionRuleApi } from "@liantai/api/contract/flow-editor";
import { route, type Route } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { tryRule } from "./trying.ts";

export const intentionRoutes = (deps: AdministrationDeps): readonly Route[] => [
  route(intentionRuleApi.try, ({ body }, context) => tryRule(deps, body, context)),
];
