import type { Migration } from 'kysely/migration';

export const voices: Migration = {
  async up() {},
  async down() {},
};
