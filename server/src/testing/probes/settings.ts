import { noFixtures, type AreaProbes } from './types.ts';

export const settingsProbes: AreaProbes = { probes: {}, fixtures: noFixtures };
