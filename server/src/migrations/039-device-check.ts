/** What a device check that failed means for getting ready (issue 8, section 2). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const deviceCheck: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table seat_setting
           add column device_check text not null default 'warn' check (device_check in ('off', 'warn', 'require'));`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat_setting drop column device_check;").execute(db);
  },
};
