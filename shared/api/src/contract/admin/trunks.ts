import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const trunksEndpoints: readonly Endpoint[] = [];

export const trunksButtons: PageButtons = {};
