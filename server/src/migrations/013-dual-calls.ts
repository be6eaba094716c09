/** Two-way callbacks among the call records: what 双呼记录 lists. The engine that makes such calls sets the mark. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const dualCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table call_record add column is_dual smallint not null default 0; create index call_record_dual on call_record (comp_id, start_at desc, call_id desc) where is_dual = 1;",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index call_record_dual; alter table call_record drop column is_dual;").execute(db);
  },
};
