import { noFixtures, type AreaProbes } from './types.ts';

export const seatsProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
