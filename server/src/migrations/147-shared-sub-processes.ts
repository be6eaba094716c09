/** Stays at nodes of shared sub-processes: whose canvas it was. Calls of before went through none. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const sharedSubProcesses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table flow_stay add column shared_id text not null default '';
        create index flow_stay_shared on flow_stay (comp_id, shared_id, entered_at) where shared_id <> '';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index flow_stay_shared; alter table flow_stay drop column shared_id;").execute(db);
  },
};
