import { noFixtures, type AreaProbes } from "./types.ts";

export const monitorProbes: AreaProbes = { probes: { monitorSeats: "none", poorAudio: "none" }, fixtures: noFixtures };
