/** 技能组监控 and 排队列表: what waits now. The only face of this module. */
import {
  abandonedApi,
  assistanceApi,
  emergencyApi,
  groupMonitorApi,
  queueCallbackApi,
  queueListApi,
  voicemailApi,
} from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createAbandoned } from "./abandoned.ts";
import { groupAlarms, seatAlarms, seatFiguresNow } from "./alarm-subjects.ts";
import { AlarmWatch } from "./alarm-watch.ts";
import { alarmRoutes } from "./alarms.ts";
import { createAssistance } from "./assistance.ts";
import { createCallbacks } from "./callbacks.ts";
import { createEmergency } from "./emergency.ts";
import { watchEmergencyTargets } from "./emergency-targets.ts";
import { createGroupMonitor } from "./group-monitor.ts";
import { customerPriorityRoutes } from "./customer-priorities.ts";
import { vipRoutes } from "./vips.ts";
import { createVoicemails } from "./voicemails.ts";
import { createQueueList } from "./queue-list.ts";

export { heardBy } from "./assistance.ts";
export { watchedGroups } from "./repository.ts";

export function createQueuesModule(deps: AdministrationDeps): Module {
  const groups = createGroupMonitor(deps);
  const queue = createQueueList(deps);
  const callbacks = createCallbacks(deps);
  const voicemails = createVoicemails(deps);
  const emergency = createEmergency(deps);
  const abandoned = createAbandoned(deps);
  const assistance = createAssistance(deps);
  const alarms = [
    new AlarmWatch(deps, groupAlarms, groups.figures),
    new AlarmWatch(deps, seatAlarms, seatFiguresNow(deps)),
  ];
  let endWatch: () => Promise<void> = async () => undefined;
  return {
    name: "queues",
    routes: [
      route(queueCallbackApi.list, ({ body }, context) => callbacks.list(body, context)),
      route(queueCallbackApi.cancel, ({ body }, context) => callbacks.cancel(body, context)),
      route(queueCallbackApi.callNow, ({ body }, context) => callbacks.callNow(body, context)),
      route(abandonedApi.list, ({ body }, context) => abandoned.list(body, context)),
      route(abandonedApi.callBack, ({ body }, context) => abandoned.callBack(body, context)),
      route(emergencyApi.list, ({ body }, context) => emergency.list(body, context)),
      route(emergencyApi.choices, ({ body }, context) => emergency.choices(body, context)),
      route(emergencyApi.set, ({ body }, context) => emergency.set(body, context)),
      route(emergencyApi.clear, ({ body }, context) => emergency.clear(body, context)),
      route(voicemailApi.list, ({ body }, context) => voicemails.list(body, context)),
      route(voicemailApi.ofCall, ({ body }, context) => voicemails.ofCall(body, context)),
      route(voicemailApi.assign, ({ body }, context) => voicemails.assign(body, context)),
      route(voicemailApi.setTranscript, ({ body }, context) => voicemails.setTranscript(body, context)),
      route(voicemailApi.callBack, ({ body }, context) => voicemails.callBack(body, context)),
      route(voicemailApi.setDone, ({ body }, context) => voicemails.setDone(body, context)),
      route(groupMonitorApi.list, ({ body }, context) => groups.list(body, context)),
      route(groupMonitorApi.detail, ({ body }, context) => groups.detail(body, context)),
      route(groupMonitorApi.join, ({ body }, context) => groups.join(body, context)),
      route(groupMonitorApi.inlineNum, ({ body }, context) => groups.inlineNum(body, context)),
      route(queueListApi.list, ({ body }, context) => queue.list(body, context)),
      route(queueListApi.moveUp, ({ body }, context) => queue.moveUp(body, context)),
      route(queueListApi.pickUp, ({ body }, context) => queue.pickUp(body, context)),
      route(queueListApi.targets, ({ body }, context) => queue.targets(body, context)),
      route(queueListApi.transfer, ({ body }, context) => queue.transfer(body, context)),
      ...vipRoutes(deps),
      ...customerPriorityRoutes(deps),
      ...alarmRoutes(deps, groupAlarms),
      ...alarmRoutes(deps, seatAlarms),
      route(assistanceApi.ask, ({ body }, context) => assistance.ask(body, context)),
      route(assistanceApi.takeBack, ({ body }, context) => assistance.takeBack(body, context)),
      route(assistanceApi.mine, ({ body }, context) => assistance.mine(body, context)),
      route(assistanceApi.list, ({ body }, context) => assistance.list(body, context)),
      route(assistanceApi.answer, ({ body }, context) => assistance.answer(body, context)),
    ],
    async start() {
      await assistance.start();
      for (const watch of alarms) await watch.start();
      endWatch = await watchEmergencyTargets(deps);
    },
    async stop() {
      await endWatch();
      await assistance.stop();
      for (const watch of alarms) await watch.stop();
    },
  };
}
