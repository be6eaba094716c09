/** As what an agent's call went out (realtime.md section 4: callStyle 1 uses fixCallType, otherwise stationtype). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const callType: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table call_record add column call_style smallint, add column call_type smallint").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table call_record drop column call_style, drop column call_type").execute(db);
  },
};
