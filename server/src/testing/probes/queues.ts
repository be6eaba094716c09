import { noFixtures, type AreaProbes } from "./types.ts";

export const queuesProbes: AreaProbes = {
  probes: {
    skillGroupMonitorList: (_, own) => ({ body: { compId: own } }),
    skillGroupMonitorDetail: (ids, own) => ({ body: { compId: own, id: ids["skillGroup"] } }),
    executeJoin: (_, own) => ({ body: { compId: own, agentId: "7001" } }),
    skillGroupInlineNum: (_, own) => ({ body: { compId: own } }),
    queueList: (_, own) => ({ body: { compId: own } }),
    queueMoveUp: (_, own) => ({ body: { compId: own, callId: "c" } }),
    queuePickUp: (_, own) => ({ body: { compId: own, callId: "c" } }),
    queueTargets: (_, own) => ({ body: { compId: own } }),
    queueTransfer: (ids, own) => ({
      body: { compId: own, callId: "c", to: { kind: "skillGroup", id: ids["skillGroup"] } },
    }),
  },
  fixtures: noFixtures,
};
