import type { Migration } from 'kysely/migration';

export const trunks: Migration = {
  async up() {},
  async down() {},
};
