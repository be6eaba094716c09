import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const numbersEndpoints: readonly Endpoint[] = [];

export const numbersButtons: PageButtons = {};
