/** Outward interfaces are told of records, too: what, with whole numbers and without. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const recordDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table interface_delivery add column payload jsonb").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table interface_delivery drop column payload").execute(db);
  },
};
