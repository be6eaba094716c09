/** Voice files. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table voice (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    source text not null check (source in ('upload', 'record', 'tts')),
    text text not null default '',
    duration_ms integer not null,
    bytes integer not null,
    blob_key text not null,
    remark text not null default '',
    created_at timestamptz not null,
    created_by text not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );
`;

export const voices: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables + protect("voice", "select, insert, update, delete") + grantSystem("voice")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table voice").execute(db);
  },
};
