import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const seatsEndpoints: readonly Endpoint[] = [];

export const seatsButtons: PageButtons = {};
