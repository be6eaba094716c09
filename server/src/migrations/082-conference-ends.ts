/** Whether a conference ends when its owner leaves it (K61). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const conferenceEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table seat_setting add column conference_ends integer not null default 0 check (conference_ends in (0, 1));",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat_setting drop column conference_ends;").execute(db);
  },
};
