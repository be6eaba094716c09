import { noFixtures, type AreaProbes } from "./types.ts";

export const monitorProbes: AreaProbes = {
  probes: {
    monitorSeats: "none",
    poorAudio: "none",
    agentState: (_, own) => ({ body: { compId: own } }),
    largeScreenAgentState: (_, own) => ({ body: { compId: own } }),
  },
  fixtures: noFixtures,
};
