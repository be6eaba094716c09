/** Whether calls are recorded by themselves: of access numbers, skill groups and seats. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const tables = ["access_number", "skill_group", "seat"];

export const recordMode: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables)
      await sql
        .raw(`alter table ${table} add column record_mode smallint not null default 1 check (record_mode in (0, 1))`)
        .execute(db);
  },
  async down(db: Kysely<unknown>) {
    for (const table of tables) await sql.raw(`alter table ${table} drop column record_mode`).execute(db);
  },
};
