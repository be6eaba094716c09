import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const enterprisesEndpoints: readonly Endpoint[] = [];

export const enterprisesButtons: PageButtons = {};
