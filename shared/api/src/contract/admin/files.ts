import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const filesEndpoints: readonly Endpoint[] = [];

export const filesButtons: PageButtons = {};
