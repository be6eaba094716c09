import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createHomeModule(_deps: AdministrationDeps): Module {
  return { name: 'home', routes: [] };
}
