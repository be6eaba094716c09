import type { Migration } from 'kysely/migration';

export const seats: Migration = {
  async up() {},
  async down() {},
};
