import { noFixtures, type AreaProbes } from './types.ts';

export const homeProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
