/** Forms that an enterprise designs, their records, and what lists, distinct fields and popups find them by (decision 059). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const slots = [
  ...Array.from({ length: 12 }, (_, n) => ({ name: `t${n + 1}`, type: 'text collate "C"' })),
  ...Array.from({ length: 6 }, (_, n) => ({ name: `n${n + 1}`, type: "double precision" })),
  ...Array.from({ length: 6 }, (_, n) => ({ name: `d${n + 1}`, type: "timestamptz" })),
];

const tables = `
  create table form_definition (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_type text not null check (form_type in ('customer', 'workOrder', 'task', 'contact')),
    name text not null,
    -- The newest published version; 0: none.
    version integer not null default 0,
    -- Of every change, published or not.
    revision integer not null default 1,
    -- What is being designed, where it differs: name, fields, ext.
    draft jsonb,
    -- Fields marked query to the columns of form_record that hold them.
    slots jsonb not null default '{}',
    -- Fields that lists cannot be asked by until they are filled in.
    indexing jsonb not null default '[]',
    -- How far that is: the last record; null: nothing is being filled in.
    indexed_to text,
    popup jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by text not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create index form_definition_indexing on form_definition (comp_id) where indexed_to is not null;

  -- Never changed.
  create table form_version (
    comp_id text not null,
    form_id text not null,
    version integer not null,
    definition jsonb not null,
    published_at timestamptz not null,
    published_by text not null,
    primary key (comp_id, form_id, version),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  -- The last number of a day that customerCode and workCode were given.
  create table form_code (
    comp_id text not null,
    form_id text not null,
    day text not null,
    last integer not null,
    primary key (comp_id, form_id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  create table form_record (
    comp_id text not null,
    form_id text not null,
    id text not null,
    form_version integer not null,
    version integer not null,
    "values" jsonb not null,
    source text not null,
    owner_id text not null default '',
    owner_name text not null default '',
    group_id text,
    call_id text,
    parent_id text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by text not null default '',
    deleted_at timestamptz,
    ${slots.map(({ name, type }) => `${name} ${type}`).join(", ")},
    primary key (comp_id, id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );
  create index form_record_newest on form_record (comp_id, form_id, created_at desc, id desc) where deleted_at is null;
  create index form_record_owner on form_record (comp_id, form_id, owner_id, created_at desc, id desc)
    where deleted_at is null;
  create index form_record_group on form_record (comp_id, form_id, group_id, created_at desc, id desc)
    where deleted_at is null and group_id is not null;
  create index form_record_call on form_record (comp_id, call_id) where call_id is not null;
  create index form_record_parent on form_record (comp_id, parent_id, created_at desc, id desc) where parent_id is not null;
  create index form_record_bin on form_record (comp_id, form_id, deleted_at desc, id desc) where deleted_at is not null;
  ${slots
    .map(
      ({ name }) =>
        `create index form_record_${name} on form_record (comp_id, form_id, ${name}, created_at desc, id desc) where ${name} is not null;`,
    )
    .join("\n")}

  -- Of distinct fields. holders: more than one only where equal values were accepted when the field became distinct.
  create table form_unique (
    comp_id text not null,
    form_id text not null,
    field text not null,
    value text collate "C" not null,
    holders integer not null default 1,
    primary key (comp_id, form_id, field, value),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  -- Chosen boxes, prefixes of cascades, pairs of characters of texts: each finds its records newest first.
  create table form_term (
    comp_id text not null,
    form_id text not null,
    field text collate "C" not null,
    term text collate "C" not null,
    created_at timestamptz not null,
    record_id text not null,
    primary key (comp_id, form_id, field, term, created_at, record_id),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
  create index form_term_record on form_term (comp_id, record_id);

  -- Whose number it is that calls.
  create table record_phone (
    comp_id text not null,
    number text collate "C" not null,
    record_id text not null,
    primary key (comp_id, number, record_id),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
  create index record_phone_record on record_phone (comp_id, record_id);

  -- Contacts of a customer by whatever way.
  create table customer_link (
    comp_id text not null,
    record_id text not null,
    kind text not null,
    contact_id text not null,
    at timestamptz not null,
    primary key (comp_id, record_id, kind, contact_id),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
  create index customer_link_newest on customer_link (comp_id, record_id, at desc, contact_id desc);
  create index customer_link_contact on customer_link (comp_id, kind, contact_id);
`;

const names = [
  "form_definition",
  "form_version",
  "form_code",
  "form_record",
  "form_unique",
  "form_term",
  "record_phone",
  "customer_link",
];

export const forms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${[...names].reverse().join(", ")};`).execute(db);
  },
};
