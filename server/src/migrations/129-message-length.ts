/** How long a message is: of one in a flow, the recording is the whole call's. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const messageLength: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table queued_contact add column message_ms integer`.execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql`alter table queued_contact drop column message_ms`.execute(db);
  },
};
