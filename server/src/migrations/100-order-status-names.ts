/** What an order's flow calls its state, for lists that ask for it by name. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const orderStatusNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table work_order add column status_name text not null default '';
         create index work_order_status_name on work_order (comp_id, status_name) where status_name <> '';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index work_order_status_name;
         alter table work_order drop column status_name;`,
      )
      .execute(db);
  },
};
