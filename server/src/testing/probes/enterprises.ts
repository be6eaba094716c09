import { noFixtures, type AreaProbes } from './types.ts';

export const enterprisesProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
