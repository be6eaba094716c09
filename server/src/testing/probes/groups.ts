import { noFixtures, type AreaProbes } from './types.ts';

export const groupsProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
