import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const voicesEndpoints: readonly Endpoint[] = [];

export const voicesButtons: PageButtons = {};
