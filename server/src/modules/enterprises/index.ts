import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createEnterprisesModule(_deps: AdministrationDeps): Module {
  return { name: 'enterprises', routes: [] };
}
