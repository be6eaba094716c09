/** What a switch that outlives its process keeps of its legs and devices (decision 047). Of no enterprise: only the system reads it. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem } from "./tenancy.ts";

export const liveLegs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table live_leg (
          kind text not null check (kind in ('leg', 'registration', 'fence')),
          key text not null,
          epoch integer not null,
          state text not null,
          primary key (kind, key)
        ) with (fillfactor = 50);
        insert into live_leg (kind, key, epoch, state) values ('fence', '', 0, '');
        ${grantSystem("live_leg")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table live_leg;").execute(db);
  },
};
