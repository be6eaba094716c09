import { noFixtures, type AreaProbes } from './types.ts';

export const voicesProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
