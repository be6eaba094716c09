/** Uploaded files and export jobs. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const all = "select, insert, update, delete";

const tables = `
  create table file (
    comp_id text not null,
    id text not null,
    owner_id text not null,
    owner_name text not null,
    name text not null,
    bytes bigint not null,
    type text not null,
    content_type text not null,
    tag text not null default '',
    description text not null default '',
    sha256 text not null,
    blob_key text not null,
    at timestamptz not null,
    expires_at timestamptz,
    primary key (comp_id, id)
  );
  create index file_expiry on file (expires_at) where expires_at is not null;

  create table file_job (
    comp_id text not null,
    id text not null,
    owner_id text not null,
    owner_name text not null,
    kind text not null,
    name text not null,
    params jsonb not null,
    owner jsonb not null,
    state text not null,
    progress integer not null default 0,
    rows bigint not null default 0,
    bytes bigint not null default 0,
    extension text not null default '',
    content_type text not null default '',
    blob_key text,
    error text not null default '',
    attempt integer not null default 0,
    lease_until timestamptz not null,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    expires_at timestamptz,
    primary key (comp_id, id)
  );
  create index file_job_newest on file_job (comp_id, created_at desc, id desc);
  create index file_job_open on file_job (lease_until) where state in ('waiting', 'running');
  create index file_job_expiry on file_job (expires_at) where state = 'done';
`;

export const files: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(["file", "file_job"].map((table) => protect(table, all) + grantSystem(table, all)).join(""))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table file_job, file").execute(db);
  },
};
