import { taskSettings } from "@liantai/api/contract/admin";
import { mark, type AreaProbes } from "./types.ts";

const call = "preview-call";

export const previewProbes: AreaProbes = {
  probes: {
    previewTaskList: (ids, own) => ({ body: { compId: own, taskId: ids["previewTask"], pageNo: 1, pageSize: 10 } }),
    previewTaskCurrent: (_, own) => ({ body: { compId: own } }),
    previewTaskTake: (ids) => ({ body: { taskId: ids["previewTask"] } }),
    previewTaskRelease: (ids) => ({ body: { taskId: ids["previewTask"], id: ids["previewNumber"] } }),
    previewTaskSkip: (ids) => ({ body: { taskId: ids["previewTask"], id: ids["previewNumber"] } }),
    previewTaskDial: (ids) => ({ body: { taskId: ids["previewTask"], id: ids["previewNumber"] } }),
    previewTaskReschedule: (ids) => ({
      body: { taskId: ids["previewTask"], id: ids["previewNumber"], nextAt: "2099-01-01 09:00:00" },
    }),
    previewTaskResult: (ids) => ({
      body: { taskId: ids["previewTask"], id: ids["previewNumber"], result: "成功" },
    }),
    previewTaskOfCall: () => ({ body: { callId: call } }),
    previewTaskHeard: () => ({ body: { callId: call, heard: "person" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [task, number] = [random.id(), random.id()];
    const at = new Date(clock.now());
    await trx
      .insertInto("task")
      .values({ compId: own, id: task, taskIdentity: `${mark}预览`, ftype: 2, state: "running" })
      .execute();
    await trx
      .insertInto("dial_task")
      .values({ compId: own, id: task, settings: JSON.stringify(taskSettings.getDefault()), createdAt: at })
      .execute();
    await trx
      .insertInto("dial_phone")
      .values({
        ...{ compId: own, id: number, taskId: task, batchId: "b", phone: "13900000001", contact: mark },
        ...{ position: 0, state: "claimed", agentId: "7001", takenAt: at, claimedUntil: at, createdAt: at },
      })
      .execute();
    await trx
      .insertInto("dial_attempt")
      .values({
        ...{ compId: own, id: call, callId: call, taskId: task, phoneId: number, batchId: "b" },
        ...{ phone: "13900000001", ftype: 2, attempt: 1, startedAt: at, endedAt: at, agentId: "7001" },
      })
      .execute();
    return { previewTask: task, previewNumber: number };
  },
};
