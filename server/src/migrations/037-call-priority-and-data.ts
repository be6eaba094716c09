/** The priority a call had in the queue, and what travelled with it (realtime.md section 3, call data). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const callPriorityAndData: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("alter table call_record add column boost_ms integer not null default 0, add column call_data text")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table call_record drop column boost_ms, drop column call_data").execute(db);
  },
};
