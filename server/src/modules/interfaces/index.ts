import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createInterfacesModule(_deps: AdministrationDeps): Module {
  return { name: 'interfaces', routes: [] };
}
