import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const groupsEndpoints: readonly Endpoint[] = [];

export const groupsButtons: PageButtons = {};
