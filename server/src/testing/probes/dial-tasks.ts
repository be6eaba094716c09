/** Tasks of dialling: settings, seats, displayed numbers, monitor, hours. */
import { taskSettings } from "@liantai/api/contract/admin";
import { mark, type AreaProbes } from "./types.ts";

export const dialTasksProbes: AreaProbes = {
  probes: {
    dialTaskList: (_, own) => ({ body: { compId: own, ftype: 3, pageSize: 200 } }),
    dialTaskFind: (ids) => ({ body: { id: ids["dialTask"] } }),
    dialTaskAdd: (_, own) => ({ body: { compId: own, ftype: 4, taskIdentity: "外来", flowId: "foreign" } }),
    dialTaskUpdate: (ids) => ({ body: { id: ids["dialTask"], ftype: 3, taskIdentity: "外来", agentIds: ["1001"] } }),
    dialTaskDelete: (ids) => ({ body: { ids: [ids["dialTask"]] } }),
    dialTaskStart: (ids) => ({ body: { id: ids["dialTask"] } }),
    dialTaskPause: (ids) => ({ body: { id: ids["dialTask"] } }),
    dialTaskStop: (ids) => ({ body: { id: ids["dialTask"], cancelRinging: true } }),
    dialTaskCopy: (ids) => ({ body: { id: ids["dialTask"], taskIdentity: "外来", numbers: true } }),
    dialTaskRecall: (ids) => ({ body: { id: ids["dialTask"], codes: [594] } }),
    dialTaskProgress: (ids) => ({ body: { ids: [ids["dialTask"]] } }),
    dialTaskWhy: (ids) => ({ body: { id: ids["dialTask"], phoneId: ids["dialPhone"] } }),
    dialTaskRecipeChoices: (_, own) => ({ body: { compId: own } }),
    dialTaskForecast: (ids) => ({ body: { id: ids["dialTask"], agents: 3 } }),
    dialTaskDays: (ids) => ({ body: { id: ids["dialTask"] } }),
    dialTaskReplay: (ids) => ({
      body: { id: ids["dialTask"], date: "2026-11-27", agents: 3, from: "09:00", to: "18:00" },
    }),
    taskMemberList: (ids) => ({ body: { taskId: ids["dialTask"], pageSize: 200 } }),
    taskMemberAdd: (ids) => ({ body: { taskId: ids["dialTask"], agentIds: ["1002"] } }),
    taskMemberDelete: (ids) => ({ body: { taskId: ids["dialTask"], agentIds: ["1001"] } }),
    taskAccessNumList: (ids) => ({ body: { taskId: ids["dialTask"], pageSize: 200 } }),
    taskAccessNumSave: (ids) => ({ body: { taskId: ids["dialTask"], numbers: [] } }),
    taskMonitorList: (_, own) => ({ body: { compId: own, ftype: 3 } }),
    taskMonitorDetail: (ids) => ({ body: { id: ids["dialTask"] } }),
    taskExperimentFind: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    taskExperimentStart: (ids) => ({
      body: {
        ...{ taskId: ids["dialTask"], kind: "greeting", metric: "answered" },
        ...{ a: { text: "外来" }, b: { text: "您好" } },
      },
    }),
    taskExperimentStop: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    dialTimeList: (_, own) => ({ body: { compId: own } }),
    dialTimeSave: (_, own) => ({ body: { compId: own, from: "10:00", to: "11:00" } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [dialTask, batch, dialPhone] = [random.id(), random.id(), random.id()];
    const createdAt = new Date(clock.now());
    await trx
      .insertInto("task")
      .values({ compId: own, id: dialTask, taskIdentity: `${mark}任务`, ftype: 3, state: "running" })
      .execute();
    await trx
      .insertInto("dial_task")
      .values({ compId: own, id: dialTask, settings: JSON.stringify(taskSettings.getDefault()), createdAt })
      .execute();
    // An enterprise that was just made has no seats yet.
    const seats = trx.selectFrom("seat").select("agentId").where("compId", "=", own).orderBy("agentId").limit(1);
    for (const { agentId } of await seats.execute())
      await trx.insertInto("task_seat").values({ compId: own, taskId: dialTask, agentId }).execute();
    await trx
      .insertInto("dial_batch")
      .values({ compId: own, id: batch, taskId: dialTask, batchNumber: mark, source: "import", createdAt })
      .execute();
    await trx
      .insertInto("dial_phone")
      .values({
        ...{ compId: own, id: dialPhone, taskId: dialTask, batchId: batch, phone: "13812345678", contact: mark },
        ...{ state: "done", lastCode: 594, position: 1, createdAt },
      })
      .execute();
    await trx
      .insertInto("dial_experiment")
      .values({
        ...{ compId: own, taskId: dialTask, id: mark, kind: "greeting", metric: "answered", goesOn: 1, most: 50 },
        ...{ a: JSON.stringify({ text: mark }), b: "{}", startedAt: createdAt },
      })
      .execute();
    return { dialTask, dialPhone };
  },
};
