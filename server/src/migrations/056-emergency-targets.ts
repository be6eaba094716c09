/** When the administrators were told that an emergency switch leads nowhere any more. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const emergencyTargets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table emergency_switch add column told_at timestamptz").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table emergency_switch drop column told_at").execute(db);
  },
};
