/** Numbered, in order; a released one never changes. Each has a way down that leaves the database as it was before. */
import type { Migration } from 'kysely/migration';
import { foundation } from './001-foundation.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-foundation': foundation,
};
