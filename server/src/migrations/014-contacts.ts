/** Contacts with an enterprise's own fields, the address book, robot lines. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table contacter_conf (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    type text not null,
    label text not null,
    name text not null,
    "require" smallint not null,
    rule_error text not null default '',
    placeholder text not null default '',
    items jsonb not null default '[]',
    max_length integer,
    list_display smallint not null,
    query smallint not null,
    export smallint not null,
    import_require smallint not null,
    "distinct" smallint not null,
    sort integer not null,
    enabled smallint not null,
    primary key (comp_id, id),
    unique (comp_id, name),
    unique (comp_id, label)
  );
  create table contacter_data (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    phone text not null,
    company text not null default '',
    remark text not null default '',
    -- Own values by the fields' keys; a field without a value is absent.
    fields jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by text not null,
    primary key (comp_id, id),
    unique (comp_id, phone)
  );
  create index contacter_data_newest on contacter_data (comp_id, created_at desc, id desc);
  create index contacter_data_name on contacter_data (comp_id, name, id);
  -- Values of fields that must differ. A table, because under row-level security no index on jsonb is used: its operators
  -- are not leakproof. Not unique: a field may become one of these when equal values are there already.
  create table contacter_value (
    comp_id text not null,
    contact_id text not null,
    name text not null,
    value text not null,
    primary key (comp_id, name, value, contact_id),
    foreign key (comp_id, contact_id) references contacter_data (comp_id, id) on delete cascade
  );
  create index contacter_value_contact on contacter_value (comp_id, contact_id);
  create table contacts (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    group_name text not null default '',
    name text not null,
    phone text not null,
    remark text not null default '',
    shared smallint not null default 0,
    owner_id text not null,
    owner_name text not null,
    primary key (comp_id, id)
  );
  create index contacts_order on contacts (comp_id, name, id);
  create table robot (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    concurrency integer not null check (concurrency > 0),
    -- yyyy-MM-dd; '' none.
    expires_on text not null default '',
    enabled smallint not null default 1,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
`;

const made = ["contacter_conf", "contacter_data", "contacter_value", "contacts", "robot"];

export const contacts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(made.map((table) => protect(table, "select, insert, update, delete") + grantSystem(table)).join(""))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table robot, contacts, contacter_value, contacter_data, contacter_conf;").execute(db);
  },
};
