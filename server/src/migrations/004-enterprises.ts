import type { Migration } from 'kysely/migration';

export const enterprises: Migration = {
  async up() {},
  async down() {},
};
