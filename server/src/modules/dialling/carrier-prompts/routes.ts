import { carrierPromptApi as api } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import { add, plainly, play, tryOut } from "./service.ts";
import { cut, source, sources, type CuttingDeps } from "./sources.ts";

export function carrierPromptRoutes(deps: CuttingDeps): readonly Route[] {
  const plain = plainly(deps);
  const verbs = serviceOf(deps, { add, play, tryOut, sources, source, cut });
  return [
    route(api.list, ({ body }, context) => plain.list(body, context)),
    route(api.add, ({ body }, context) => verbs.add(body, context)),
    route(api.sources, ({ body }, context) => verbs.sources(body, context)),
    route(api.source, ({ query }, context) => verbs.source(query, context)),
    route(api.cut, ({ body }, context) => verbs.cut(body, context)),
    route(api.update, ({ body }, context) => plain.update(body, context)),
    route(api.delete, ({ body }, context) => plain.delete(body, context)),
    route(api.play, ({ query }, context) => verbs.play(query, context)),
    route(api.try, ({ body }, context) => verbs.tryOut(body, context)),
  ];
}
