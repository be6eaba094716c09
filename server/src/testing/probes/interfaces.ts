import { noFixtures, type AreaProbes } from './types.ts';

export const interfacesProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
