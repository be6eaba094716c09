import { noFixtures, type AreaProbes } from "./types.ts";

/** The call that the matrix itself makes. */
export const probedCallId = "0192f6c1-7c3e-7d30-b5a1-4e8f6f1f0a11";

export const privacyProbes: AreaProbes = {
  probes: { revealCallNumber: () => ({ body: { callId: probedCallId, field: "caller", reason: "核实" } }) },
  fixtures: noFixtures,
};
