/** Dictionaries, cascading options, the help; the logs' indexes for what their screens ask. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { tenantRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  -- comp_id '000000' holds the installation's dictionaries: no reference to enterprise.
  create table dictionary (
    comp_id text not null,
    id text not null,
    code text not null,
    name text not null,
    mode text not null default 'extend' check (mode in ('extend', 'replace')),
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, code)
  );
  create table dictionary_item (
    comp_id text not null,
    id text not null,
    dictionary_id text not null,
    value text not null,
    label text not null,
    sort integer not null,
    enabled smallint not null default 1,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, dictionary_id, value),
    foreign key (comp_id, dictionary_id) references dictionary (comp_id, id) on delete cascade
  );

  create table cascade_option (
    comp_id text not null references enterprise,
    id text not null,
    parent_id text,
    name text not null,
    level smallint not null check (level between 1 and 5),
    sort integer not null,
    primary key (comp_id, id),
    unique nulls not distinct (comp_id, parent_id, name),
    foreign key (comp_id, parent_id) references cascade_option (comp_id, id) on delete cascade
  );
  create index cascade_option_order on cascade_option (comp_id, parent_id, sort, id);

  -- The same for every enterprise.
  create table help_node (
    id text primary key,
    parent_id text references help_node (id) on delete cascade,
    kind text not null check (kind in ('folder', 'document')),
    title text not null,
    body text not null default '',
    sort integer not null,
    updated_at timestamptz not null,
    updated_by text not null
  );
  create index help_node_parent on help_node (parent_id, sort);

  create index login_log_all on login_log (at desc, id desc);
  create index operation_log_all on operation_log (at desc, id desc);
`;

const all = "select, insert, update, delete";

export const settings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of ["dictionary", "dictionary_item", "cascade_option"])
      await sql.raw(protect(table, all) + grantSystem(table)).execute(db);
    await sql.raw(`${grantSystem("help_node")} grant select on help_node to ${tenantRole};`).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        "drop index login_log_all, operation_log_all; drop table dictionary_item, dictionary, cascade_option, help_node",
      )
      .execute(db);
  },
};
