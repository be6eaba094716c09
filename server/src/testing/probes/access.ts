import { noFixtures, type AreaProbes } from './types.ts';

export const accessProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
