import { noFixtures, type AreaProbes } from "./types.ts";

export const homeProbes: AreaProbes = {
  probes: {
    homeEnterprise: (_, own) => ({ body: { compId: own } }),
    homeTrend: (_, own) => ({ body: { compId: own } }),
    homeSeatDays: () => ({ body: { agentId: "1001" } }),
  },
  fixtures: noFixtures,
};
