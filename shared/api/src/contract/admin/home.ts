import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const homeEndpoints: readonly Endpoint[] = [];

export const homeButtons: PageButtons = {};
