import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createSeatsModule(_deps: AdministrationDeps): Module {
  return { name: 'seats', routes: [] };
}
