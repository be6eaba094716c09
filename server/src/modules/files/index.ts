import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createFilesModule(_deps: AdministrationDeps): Module {
  return { name: 'files', routes: [] };
}
