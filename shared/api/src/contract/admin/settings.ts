import type { Endpoint } from '../resource.ts';
import type { PageButtons } from './buttons.ts';

export const settingsEndpoints: readonly Endpoint[] = [];

export const settingsButtons: PageButtons = {};
