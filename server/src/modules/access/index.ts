import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createAccessModule(_deps: AdministrationDeps): Module {
  return { name: 'access', routes: [] };
}
