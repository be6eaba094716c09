/** Messages of flows that are offered to nobody. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const quietMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table queued_contact add column quiet smallint not null default 0`.execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql`alter table queued_contact drop column quiet`.execute(db);
  },
};
