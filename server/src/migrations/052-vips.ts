/** Callers who come before others (inventory of telephony, D2). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const vips: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table vip (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          phone text not null,
          name text not null,
          priority_min smallint not null,
          created_at timestamptz not null,
          created_by text not null,
          primary key (comp_id, id),
          unique (comp_id, phone)
        );
        ${protect("vip", "select, insert, update, delete")} ${grantSystem("vip")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table vip;").execute(db);
  },
};
