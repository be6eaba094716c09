import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createVoicesModule(_deps: AdministrationDeps): Module {
  return { name: 'voices', routes: [] };
}
