import { noFixtures, type AreaProbes } from './types.ts';

export const trunksProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
