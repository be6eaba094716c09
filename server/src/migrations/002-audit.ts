/** The operation log. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { protect, grantSystem } from "./tenancy.ts";

const tables = `
  create table operation_log (
    id text primary key,
    comp_id text not null,
    at timestamptz not null,
    user_id text not null,
    user_name text not null,
    nick_name text not null,
    module text not null,
    action text not null,
    object text not null,
    object_id text not null,
    object_name text not null,
    before jsonb,
    after jsonb,
    address text not null
  );
  create index operation_log_newest on operation_log (comp_id, at desc, id desc);
  create index operation_log_object on operation_log (comp_id, object, object_id);
`;

export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(protect("operation_log", "select, insert") + grantSystem("operation_log", "select, insert, delete"))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table operation_log").execute(db);
  },
};
