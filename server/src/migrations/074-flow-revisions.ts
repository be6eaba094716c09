/** Drafts of flows: how often they were changed and by whom, so that nobody's drawing overwrites another's unseen (W20). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const flowRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table flow
           add column revision integer not null default 1,
           add column updated_by text not null default '';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table flow drop column revision, drop column updated_by;").execute(db);
  },
};
