import type { Migration } from 'kysely/migration';

export const groups: Migration = {
  async up() {},
  async down() {},
};
