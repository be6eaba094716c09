import { noFixtures, type AreaProbes } from './types.ts';

export const filesProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
