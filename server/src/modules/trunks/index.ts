import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createTrunksModule(_deps: AdministrationDeps): Module {
  return { name: 'trunks', routes: [] };
}
