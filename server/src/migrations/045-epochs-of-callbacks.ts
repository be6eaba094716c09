/** Under which epoch a callback or a message was written (issue 8, section 5). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const epochsOfCallbacks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table queued_contact add column epoch integer not null default 0`.execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql`alter table queued_contact drop column epoch`.execute(db);
  },
};
