/** A device check that failed may refuse 就绪, and does so where nothing else was set (docs/protocol.md, T7). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const values = (names: string, standard: string): string =>
  `alter table seat_setting
     drop constraint seat_setting_device_check_check,
     add constraint seat_setting_device_check_check check (device_check in (${names})),
     alter column device_check set default '${standard}';`;

export const deviceCheckRefuses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(values("'off', 'warn', 'refuse', 'require'", "refuse")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `update seat_setting set device_check = 'warn' where device_check = 'refuse';
         ${values("'off', 'warn', 'require'", "warn")}`,
      )
      .execute(db);
  },
};
