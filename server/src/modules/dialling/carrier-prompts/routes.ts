import { carrierPromptApi as api } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import { add, plainly, play, tryOut, type AnnouncementDeps } from "./service.ts";

export function carrierPromptRoutes(deps: AnnouncementDeps): readonly Route[] {
  const plain = plainly(deps);
  const verbs = serviceOf(deps, { add, play, tryOut });
  return [
    route(api.list, ({ body }, context) => plain.list(body, context)),
    route(api.add, ({ body }, context) => verbs.add(body, context)),
    route(api.update, ({ body }, context) => plain.update(body, context)),
    route(api.delete, ({ body }, context) => plain.delete(body, context)),
    route(api.play, ({ query }, context) => verbs.play(query, context)),
    route(api.try, ({ body }, context) => verbs.tryOut(body, context)),
  ];
}
