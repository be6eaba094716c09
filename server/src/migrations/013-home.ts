import type { Migration } from 'kysely/migration';

export const home: Migration = {
  async up() {},
  async down() {},
};
