/** Imports that outlast their request or their process: what was asked, how far they are, what came of them. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const all = "select, insert, update, delete";

const tables = `
  create table import_job (
    comp_id text not null,
    id text not null,
    owner_id text not null,
    kind text not null,
    params jsonb not null,
    context jsonb not null,
    secret text,
    state text not null,
    attempt integer not null default 1,
    lease_until timestamptz not null,
    blob_key text not null,
    error text not null default '',
    result jsonb,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (comp_id, id)
  );
  create index import_job_open on import_job (lease_until) where state = 'running';
  create index import_job_owner on import_job (comp_id, owner_id, kind);

  create table import_part (
    comp_id text not null,
    job_id text not null,
    up_to integer not null,
    succeed integer not null,
    failed jsonb not null,
    primary key (comp_id, job_id, up_to),
    foreign key (comp_id, job_id) references import_job on delete cascade
  );
`;

export const importJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(["import_job", "import_part"].map((table) => protect(table, all) + grantSystem(table, all)).join(""))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table import_part, import_job").execute(db);
  },
};
