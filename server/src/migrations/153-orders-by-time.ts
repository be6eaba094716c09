/** Orders by when they were made: lists that ask for a stretch of it or are sorted by it, and every page of their workbook. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const ordersByTime: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("create index work_order_made on work_order (comp_id, created_at desc, id desc);").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index work_order_made;").execute(db);
  },
};
