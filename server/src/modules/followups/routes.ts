import {
  followUpConfigApi,
  followUpSatisfactionApi,
  followUpSettingsApi,
  handFollowUpApi,
} from "@liantai/api/contract/workorder";
import { route, type Route } from "../../http/routes.ts";
import { serviceOf } from "../service.ts";
import type { FollowUpDeps } from "./deps.ts";
import { createQuestions } from "./questions.ts";
import { createSettings } from "./settings/service.ts";
import { add, byHand, field } from "./tasks/adding.ts";
import { remove, update } from "./tasks/doing.ts";
import { find, list } from "./tasks/listing.ts";

export function followUpRoutes(deps: FollowUpDeps): readonly Route[] {
  const settings = createSettings(deps);
  const questions = createQuestions(deps);
  const tasks = serviceOf(deps, { list, find, add, update, delete: remove, byHand, field });
  return [
    route(followUpSettingsApi.list, ({ body }, context) => settings.list(body, context)),
    route(followUpSettingsApi.findByInfo, ({ body }, context) => settings.findByInfo(body, context)),
    route(followUpSettingsApi.addOrUpdate, ({ body }, context) => settings.addOrUpdate(body, context)),
    route(followUpSettingsApi.add, ({ body }, context) => settings.add(body, context)),
    route(followUpSettingsApi.update, ({ body }, context) => settings.update(body, context)),
    route(followUpSettingsApi.delete, ({ params, query }, context) => settings.delete(params, query, context)),
    route(followUpSettingsApi.choices, ({ body }, context) => settings.choices(body, context)),
    route(followUpConfigApi.list, ({ body }, context) => tasks.list(body, context)),
    route(followUpConfigApi.findById, ({ params, query }, context) => tasks.find(params, query, context)),
    route(followUpConfigApi.add, ({ body }, context) => tasks.add(body, context)),
    route(followUpConfigApi.update, ({ body }, context) => tasks.update(body, context)),
    route(followUpConfigApi.delete, ({ params, query }, context) => tasks.delete(params, query, context)),
    route(followUpSatisfactionApi.find, ({ body }, context) => questions.find(body, context)),
    route(followUpSatisfactionApi.save, ({ body }, context) => questions.save(body, context)),
    route(handFollowUpApi.hand, ({ body }, context) => tasks.byHand(body, context)),
    route(handFollowUpApi.field, ({ body }, context) => tasks.field(body, context)),
  ];
}
