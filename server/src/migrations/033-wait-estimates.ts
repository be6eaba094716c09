/** What a waiting caller was told to expect, and whether a skill group tells it (issue 8, section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const waitEstimates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_visit add column estimate_ms integer;
         alter table skill_group
           add column estimate_on smallint not null default 0,
           add column estimate_error_pct smallint not null default 30;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table skill_group drop column estimate_on, drop column estimate_error_pct;
         alter table call_visit drop column estimate_ms;`,
      )
      .execute(db);
  },
};
