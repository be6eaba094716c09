import { mark, type AreaProbes } from "./types.ts";

const seat = (own: string) => ({ agentId: "7001", compid: own });

export const tasksProbes: AreaProbes = {
  probes: {
    getSeatAutoCallTask: () => ({ query: { ftype: "3" } }),
    getSeatJoinTaskList: (_, own) => ({ body: { ...seat(own), ftype: 3 } }),
    supervisedTaskList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    agentTaskJoin: (ids, own) => ({ body: { ...seat(own), id: ids["task"] } }),
    updateTaskSeat: (ids, own) => ({
      body: { ...seat(own), id: ids["task"], taskIdentity: mark, participateStatus: 0 },
    }),
  },
  async fixtures(trx, own, { random }) {
    const task = random.id();
    await trx.insertInto("task").values({ compId: own, id: task, taskIdentity: mark, ftype: 3 }).execute();
    return { task };
  },
};
