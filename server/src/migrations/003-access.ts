import type { Migration } from 'kysely/migration';

export const access: Migration = {
  async up() {},
  async down() {},
};
