import { noFixtures, type AreaProbes } from "./types.ts";

export const homeProbes: AreaProbes = {
  probes: {
    homeEnterprise: (_, own) => ({ body: { compId: own } }),
    homeAccount: (_, own) => ({ body: { compId: own } }),
    homeSeat: () => ({ body: { agentId: "1001" } }),
    homeTrend: (_, own) => ({ body: { compId: own } }),
    homeSeatDays: () => ({ body: { agentId: "1001" } }),
  },
  fixtures: noFixtures,
};
