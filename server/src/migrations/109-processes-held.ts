/**
 * A process whose connection to the database ends with it is known to be dead at once, not when its time is over (K33). Those that run
 * an earlier version hold nothing, and go by their time.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const processesHeld: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  alter table telephony_process
    add column held boolean not null default false,
    add column doubted_at timestamptz;
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`alter table telephony_process drop column held, drop column doubted_at;`).execute(db);
  },
};
