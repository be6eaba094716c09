/** A seat whose telephone is a line outside: its number, and whether a key must be pressed before the call is put through. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const outsideLines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("alter table seat add phone text not null default '', add phone_confirm smallint not null default 0")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat drop phone, drop phone_confirm").execute(db);
  },
};
