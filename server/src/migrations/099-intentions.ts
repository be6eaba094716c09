/** Levels of intention, and the calls that have one (智能意向信息). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table intention_level (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    -- Null: it is given by name alone.
    min_score smallint,
    max_score smallint,
    remark text not null default '',
    sort smallint not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table call_intention (
    comp_id text not null references enterprise on delete cascade,
    call_id text not null,
    -- No reference: a call keeps the name that it was given when its level goes.
    level_id text not null,
    level_name text not null,
    score smallint,
    source text not null,
    note text not null default '',
    marked_at timestamptz not null,
    marked_by text not null default '',
    followed smallint not null default 0,
    follow_note text not null default '',
    follow_by text not null default '',
    followed_at timestamptz,
    primary key (comp_id, call_id)
  );
  create index call_intention_newest on call_intention (comp_id, marked_at desc, call_id desc);
`;

export const intentions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of ["intention_level", "call_intention"])
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table call_intention, intention_level;").execute(db);
  },
};
