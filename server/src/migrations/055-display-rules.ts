/** Which number an outbound call shows: by the callee's place, within a day's cap and a rest, and none whose calls go unanswered. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const displayRules: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table display_rule (
          comp_id text primary key references enterprise on delete cascade,
          local_presence smallint not null,
          daily_cap integer not null,
          rest_s integer not null,
          pause_falling smallint not null
        );
        create table display_number (
          comp_id text not null references enterprise on delete cascade,
          number text not null,
          -- The calls are of the day that began then.
          day timestamptz not null,
          calls integer not null,
          last_at timestamptz,
          paused_at timestamptz,
          paused_reason text not null default '',
          resumed_at timestamptz,
          primary key (comp_id, number)
        );
        ${protect("display_rule", "select, insert, update")} ${grantSystem("display_rule")}
        ${protect("display_number", "select, insert, update, delete")} ${grantSystem("display_number")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table display_number; drop table display_rule;").execute(db);
  },
};
