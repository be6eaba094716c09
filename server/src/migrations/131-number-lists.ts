/** Lists of numbers apart from any task; and bars by beginnings are found by their lengths (imports ask for 5,000 numbers at once). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = ["number_list", "number_list_phone"];

export const numberLists: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table number_list (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    remark text not null default '',
    count integer not null default 0,
    created_at timestamptz not null,
    created_by text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table number_list_phone (
    comp_id text not null,
    id text not null,
    list_id text not null,
    phone text not null,
    person text not null default '',
    contact text not null default '',
    priority smallint not null default 5,
    place text not null default '',
    consent_source text not null default '',
    consent_at timestamptz,
    variables jsonb not null default '{}',
    created_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, list_id, phone),
    foreign key (comp_id, list_id) references number_list on delete cascade
  );
  create index number_list_phone_page on number_list_phone (comp_id, list_id, id);
  create index black_list_beginning on black_list (comp_id, length(phone)) where is_prefix = 1;
  ${tables.map((table) => protect(table, "select, insert, update, delete") + grantSystem(table)).join("\n")}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index black_list_beginning; drop table number_list_phone, number_list;").execute(db);
  },
};
