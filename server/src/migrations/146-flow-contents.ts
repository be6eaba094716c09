/** What supervisors change beside flows (look-up tables, shared prompts), by versions that never change. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

/** Nobody changes one; the oldest go. */
const kept = "select, insert, delete";

const tables = `create table flow_content (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          kind text not null,
          name text not null,
          remark text not null default '',
          version integer not null,
          summary jsonb not null,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          updated_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, kind, name)
        );
        ${protect("flow_content", "select, insert, update, delete")} ${grantSystem("flow_content")}

        create table flow_content_version (
          comp_id text not null,
          id text not null,
          content_id text not null,
          version integer not null,
          content text not null,
          note text not null default '',
          restores integer not null default 0,
          created_at timestamptz not null,
          created_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, content_id, version),
          foreign key (comp_id, content_id) references flow_content on delete cascade
        );
        ${protect("flow_content_version", kept)} ${grantSystem("flow_content_version", kept)}`;

export const flowContents: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table flow_content_version; drop table flow_content;").execute(db);
  },
};
