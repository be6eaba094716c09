/** Routes of tasks: the verbs of the contract, bound. */
import { dialTaskApi, dialTimeApi, taskAccessNumApi, taskMemberApi, taskReplayApi } from "@liantai/api/contract/admin";
import { route, type Route } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import { accessNumbers, saveAccessNumbers } from "./access-numbers.ts";
import { forecast, type SimulatedDeps } from "./forecast.ts";
import { addMembers, members, removeMembers } from "./members.ts";
import { pause, start, stop } from "./orders.ts";
import { days, replay } from "./replay.ts";
import { copy, recall } from "./rounds.ts";
import { add, findById, list, progress, remove, update } from "./service.ts";
import { saveTimes, times } from "./times.ts";
import { why } from "./why.ts";

export function taskRoutes(deps: SimulatedDeps): readonly Route[] {
  const tasks = serviceOf(deps, { list, findById, add, update, remove, start, pause, stop, copy, recall });
  const told = serviceOf(deps, { progress, why, forecast, days, replay });
  const beside = serviceOf(deps, { members, addMembers, removeMembers, accessNumbers, saveAccessNumbers });
  const hours = serviceOf(deps, { times, saveTimes });
  return [
    route(dialTaskApi.list, ({ body }, context) => tasks.list(body, context)),
    route(dialTaskApi.findById, ({ body }, context) => tasks.findById(body, context)),
    route(dialTaskApi.add, ({ body }, context) => tasks.add(body, context)),
    route(dialTaskApi.update, ({ body }, context) => tasks.update(body, context)),
    route(dialTaskApi.delete, ({ body }, context) => tasks.remove(body, context)),
    route(dialTaskApi.start, ({ body }, context) => tasks.start(body, context)),
    route(dialTaskApi.pause, ({ body }, context) => tasks.pause(body, context)),
    route(dialTaskApi.stop, ({ body }, context) => tasks.stop(body, context)),
    route(dialTaskApi.copy, ({ body }, context) => tasks.copy(body, context)),
    route(dialTaskApi.recall, ({ body }, context) => tasks.recall(body, context)),
    route(dialTaskApi.progress, ({ body }, context) => told.progress(body, context)),
    route(dialTaskApi.why, ({ body }, context) => told.why(body, context)),
    route(dialTaskApi.forecast, ({ body }, context) => told.forecast(body, context)),
    route(taskReplayApi.days, ({ body }, context) => told.days(body, context)),
    route(taskReplayApi.replay, ({ body }, context) => told.replay(body, context)),
    route(taskMemberApi.list, ({ body }, context) => beside.members(body, context)),
    route(taskMemberApi.add, ({ body }, context) => beside.addMembers(body, context)),
    route(taskMemberApi.delete, ({ body }, context) => beside.removeMembers(body, context)),
    route(taskAccessNumApi.list, ({ body }, context) => beside.accessNumbers(body, context)),
    route(taskAccessNumApi.save, ({ body }, context) => beside.saveAccessNumbers(body, context)),
    route(dialTimeApi.list, ({ body }, context) => hours.times(body, context)),
    route(dialTimeApi.save, ({ body }, context) => hours.saveTimes(body, context)),
  ];
}
