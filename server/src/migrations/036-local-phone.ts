/** Where the soft phone on the agents' machines listens (terminal type 4; issue 8, section 2). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const localPhone: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table seat_setting add column local_phone_port integer not null default 17010;").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat_setting drop column local_phone_port;").execute(db);
  },
};
