import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const accessEndpoints: readonly Endpoint[] = [];

export const accessButtons: PageButtons = {};
