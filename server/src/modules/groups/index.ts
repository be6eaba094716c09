import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createGroupsModule(_deps: AdministrationDeps): Module {
  return { name: 'groups', routes: [] };
}
