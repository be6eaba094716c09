import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const interfacesEndpoints: readonly Endpoint[] = [];

export const interfacesButtons: PageButtons = {};
