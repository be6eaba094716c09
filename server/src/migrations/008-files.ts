import type { Migration } from 'kysely/migration';

export const files: Migration = {
  async up() {},
  async down() {},
};
