import type { Module } from '../../http/module.ts';
import type { AdministrationDeps } from '../administration.ts';

export function createSettingsModule(_deps: AdministrationDeps): Module {
  return { name: 'settings', routes: [] };
}
