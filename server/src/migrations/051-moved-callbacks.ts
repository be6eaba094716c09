/** How much supervisors have moved a callback up (上移), beside the priority that it has altogether. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const movedCallbacks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table queued_contact add column moved_ms integer not null default 0").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table queued_contact drop column moved_ms").execute(db);
  },
};
