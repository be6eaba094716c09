import { noFixtures, type AreaProbes } from './types.ts';

export const numbersProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
