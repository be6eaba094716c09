/** What lines said before their answer and nothing recognised: kept for a while, so that announcements can be cut from it. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const earlySounds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table early_sound (
          comp_id text not null references enterprise on delete cascade,
          call_id text not null,
          at timestamptz not null,
          duration_ms integer not null,
          blob_key text not null,
          primary key (comp_id, call_id)
        );
        create index early_sound_at on early_sound (at);
        ${protect("early_sound", "select, insert, update, delete")} ${grantSystem("early_sound")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table early_sound;").execute(db);
  },
};
