/** 举手求助: who asked for help in which call, who answered and when. Of a seat one is open at a time. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const assistance: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table assistance (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          agent_id text not null,
          call_id text not null,
          text text not null,
          asked_at timestamptz not null,
          answered_at timestamptz,
          answered_by text not null default '',
          way text not null default '',
          line text not null default '',
          ended_at timestamptz,
          primary key (comp_id, id)
        );
        create unique index assistance_open on assistance (comp_id, agent_id) where ended_at is null;
        ${protect("assistance", "select, insert, update, delete")} ${grantSystem("assistance")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table assistance;").execute(db);
  },
};
