/**
 * What stands beside the values of records: tags, more numbers, what befell them otherwise (marked, given a number, merged, handed on),
 * and saved views of their lists.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table form_tag (
    comp_id text not null,
    form_id text not null,
    id text not null,
    name text not null,
    color text not null,
    created_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, form_id, name),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  -- With the time of the record: a list by a tag reads its newest first from the key alone.
  create table record_tag (
    comp_id text not null,
    tag_id text not null,
    created_at timestamptz not null,
    record_id text not null,
    primary key (comp_id, tag_id, created_at, record_id),
    foreign key (comp_id, tag_id) references form_tag on delete cascade,
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
  create index record_tag_record on record_tag (comp_id, record_id);

  -- Beside those of its fields; record_phone has them all.
  create table record_number (
    comp_id text not null,
    record_id text not null,
    id text not null,
    number text collate "C" not null,
    note text not null default '',
    created_at timestamptz not null,
    primary key (comp_id, record_id, id),
    unique (comp_id, record_id, number),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );

  create table record_view (
    comp_id text not null,
    form_id text not null,
    id text not null,
    name text not null,
    owner_id text not null,
    owner_name text not null default '',
    question jsonb not null,
    columns jsonb not null,
    sort_order text not null default '',
    -- Ids of roles, or '*'; none: the owner's own.
    role_ids jsonb not null,
    created_at timestamptz not null,
    primary key (comp_id, id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );
  create index record_view_form on record_view (comp_id, form_id, created_at, id);

  -- In words as they were then; numbers in them are masked when they are read.
  create table record_event (
    comp_id text not null,
    record_id text not null,
    id text not null,
    at timestamptz not null,
    by_name text not null,
    kind text not null,
    label text not null,
    before text not null default '',
    after text not null default '',
    primary key (comp_id, record_id, id),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
`;

const names = ["record_view", "form_tag", "record_tag", "record_number", "record_event"];

export const besideRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${[...names].reverse().join(", ")};`).execute(db);
  },
};
