/** Legs that ring are kept too, for the next process to end them. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const kinds = (names: string): string => `alter table live_leg drop constraint live_leg_kind_check;
  alter table live_leg add constraint live_leg_kind_check check (kind in (${names}));`;

export const ringingLegs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(kinds("'leg', 'ringing', 'registration', 'fence'")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(`delete from live_leg where kind = 'ringing'; ${kinds("'leg', 'registration', 'fence'")}`)
      .execute(db);
  },
};
