import type { Migration } from 'kysely/migration';

export const interfaces: Migration = {
  async up() {},
  async down() {},
};
