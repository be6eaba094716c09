import type { Migration } from 'kysely/migration';

export const numbers: Migration = {
  async up() {},
  async down() {},
};
