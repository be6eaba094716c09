/** The states of all seats, newest first: without it a day's list of an enterprise is sorted anew for every page. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const statusDetails: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("create index agent_status_newest on agent_status (comp_id, from_at desc, agent_id desc, seq desc)")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index agent_status_newest").execute(db);
  },
};
