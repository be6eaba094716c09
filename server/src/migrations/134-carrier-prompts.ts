/** 运营商提示音: recordings that carriers play before an answer, with their fingerprints. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const carrierPrompts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table carrier_prompt (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          name text not null,
          code smallint not null,
          carrier text not null,
          enabled smallint not null default 1,
          hangs_up smallint not null default 1,
          remark text not null default '',
          duration_ms integer not null,
          bytes integer not null,
          blob_key text not null,
          print text not null,
          created_at timestamptz not null,
          created_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, name)
        );
        ${protect("carrier_prompt", "select, insert, update, delete")} ${grantSystem("carrier_prompt")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table carrier_prompt;").execute(db);
  },
};
