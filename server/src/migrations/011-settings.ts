import type { Migration } from 'kysely/migration';

export const settings: Migration = {
  async up() {},
  async down() {},
};
