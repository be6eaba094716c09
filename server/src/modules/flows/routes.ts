/** The endpoints of flows. */
import {
  assignedVariableApi,
  flowApi,
  flowReplayApi,
  flowResolvingApi,
  flowSurveyApi,
  flowTestApi,
  flowVersionApi,
  recordSetApi,
  robotGroupApi,
} from "@liantai/api/contract/flow-editor";
import { route, type Route } from "../../http/routes.ts";
import { serviceOf } from "../service.ts";
import { validateDraft } from "./checking.ts";
import { contentRoutes } from "./contents/routes.ts";
import { dependents } from "./dependents.ts";
import type { FlowDeps } from "./deps.ts";
import { delCacheRedis, transfer } from "./resolving.ts";
import { calls, counters, outcomes, replayCall } from "./replaying.ts";
import { bindRobots, freeRobots, robotOptions, robotsOfFlow } from "./robot-groups.ts";
import { clone, create, find, list, remove, satisficingList, save, update } from "./service.ts";
import { saveSurveySetting, surveySetting } from "./survey.ts";
import { addAudio, playAudio } from "./test-audio.ts";
import { addTest, changeTest, listFlowTests, removeTests, run } from "./tests.ts";
import { train } from "./training.ts";
import { assignedVariable, recordSet, saveRecordSet } from "./variables.ts";
import { diff, publish, rollback, share, versionFind, versions } from "./versions.ts";
import { exportZip } from "./zip/exporting.ts";
import { importZip, planZip } from "./zip/importing.ts";

export function flowRoutes(deps: FlowDeps): readonly Route[] {
  const flows = serviceOf(deps, { clone, create, find, list, remove, satisficingList, save, update, train });
  const zips = serviceOf(deps, { exportZip, importZip, planZip });
  const published = serviceOf(deps, {
    validateDraft,
    publish,
    versions,
    versionFind,
    rollback,
    diff,
    dependents,
    share,
  });
  const tests = serviceOf(deps, { listFlowTests, addTest, changeTest, removeTests, run, addAudio, playAudio });
  const replays = serviceOf(deps, { counters, outcomes, calls, replayCall });
  const rest = serviceOf(deps, {
    transfer,
    delCacheRedis,
    assignedVariable,
    recordSet,
    saveRecordSet,
    surveySetting,
    saveSurveySetting,
  });
  const robots = serviceOf(deps, { bindRobots, robotsOfFlow, robotOptions, freeRobots });
  return [
    ...contentRoutes(deps),
    route(flowApi.list, ({ body }, context) => flows.list(body, context)),
    route(flowApi.satisficingList, ({ body }, context) => flows.satisficingList(body, context)),
    route(flowApi.find, ({ params, query }, context) => flows.find(params, query, context)),
    route(flowApi.create, ({ body }, context) => flows.create(body, context)),
    route(flowApi.update, ({ body }, context) => flows.update(body, context)),
    route(flowApi.save, ({ body }, context) => flows.save(body, context)),
    route(flowApi.delete, ({ params, query }, context) => flows.remove(params, query, context)),
    route(flowApi.clone, ({ body }, context) => flows.clone(body, context)),
    route(flowApi.train, ({ params, query }, context) => flows.train(params, query, context)),
    route(flowApi.exportZip, ({ query }, context) => zips.exportZip(query, context)),
    route(flowApi.planZip, ({ body }, context) => zips.planZip(body, context)),
    route(flowApi.importZip, ({ body }, context) => zips.importZip(body, context)),
    route(flowVersionApi.validate, ({ body }, context) => published.validateDraft(body, context)),
    route(flowVersionApi.publish, ({ body }, context) => published.publish(body, context)),
    route(flowVersionApi.versions, ({ body }, context) => published.versions(body, context)),
    route(flowVersionApi.versionFind, ({ body }, context) => published.versionFind(body, context)),
    route(flowVersionApi.rollback, ({ body }, context) => published.rollback(body, context)),
    route(flowVersionApi.diff, ({ body }, context) => published.diff(body, context)),
    route(flowVersionApi.dependents, ({ body }, context) => published.dependents(body, context)),
    route(flowVersionApi.share, ({ body }, context) => published.share(body, context)),
    route(flowTestApi.list, ({ body }, context) => tests.listFlowTests(body, context)),
    route(flowTestApi.add, ({ body }, context) => tests.addTest(body, context)),
    route(flowTestApi.update, ({ body }, context) => tests.changeTest(body, context)),
    route(flowTestApi.delete, ({ body }, context) => tests.removeTests(body, context)),
    route(flowTestApi.run, ({ body }, context) => tests.run(body, context)),
    route(flowTestApi.audioAdd, ({ body }, context) => tests.addAudio(body, context)),
    route(flowTestApi.audioPlay, ({ query }, context) => tests.playAudio(query, context)),
    route(flowReplayApi.counters, ({ body }, context) => replays.counters(body, context)),
    route(flowReplayApi.outcomes, ({ body }, context) => replays.outcomes(body, context)),
    route(flowReplayApi.calls, ({ body }, context) => replays.calls(body, context)),
    route(flowReplayApi.replay, ({ body }, context) => replays.replayCall(body, context)),
    route(flowSurveyApi.find, ({ body }, context) => rest.surveySetting(body, context)),
    route(flowSurveyApi.save, ({ body }, context) => rest.saveSurveySetting(body, context)),
    route(flowResolvingApi.transfer, ({ body }, context) => rest.transfer(body, context)),
    route(flowResolvingApi.delCacheRedis, ({ body }, context) => rest.delCacheRedis(body, context)),
    route(assignedVariableApi.list, ({ body }, context) => rest.assignedVariable(body, context)),
    route(recordSetApi.list, ({ body }, context) => rest.recordSet(body, context)),
    route(recordSetApi.save, ({ body }, context) => rest.saveRecordSet(body, context)),
    route(robotGroupApi.create, ({ body }, context) => robots.bindRobots(body, context)),
    route(robotGroupApi.findByFlowId, ({ body }, context) => robots.robotsOfFlow(body, context)),
    route(robotGroupApi.options, ({ body }, context) => robots.robotOptions(body, context)),
    route(robotGroupApi.delByFlowId, ({ body }, context) => robots.freeRobots(body, context)),
  ];
}
