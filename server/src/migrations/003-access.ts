/** Where a menu row comes from and whose it may be, default roles, business permissions, modules of an enterprise. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const up = `
  alter table menu
    add column source text not null default 'code' check (source in ('code', 'operator')),
    -- An operator's name, icon and hiding, and place: a start of a newer version leaves them alone.
    add column edited smallint not null default 0,
    add column moved smallint not null default 0,
    add column hidden smallint not null default 0,
    -- Letters of O, A, S, M: whose roles may be granted it. Empty: a group.
    add column audience text not null default '',
    -- Rows that came together have one number; roles know up to which they were decided (menus_revision).
    add column revision integer not null default 1;

  alter table role
    add column builtin smallint not null default 0,
    add column remark text not null default '',
    add column menus_revision integer not null default 1,
    add column created_at timestamptz not null default now();
  update role set builtin = 1 where kind <> 'custom';
  create unique index role_name on role (comp_id, name);

  create table role_purview (
    comp_id text not null,
    role_id text not null,
    key text not null,
    value smallint not null check (value in (0, 1)),
    primary key (comp_id, role_id, key),
    foreign key (comp_id, role_id) references role (comp_id, id) on delete cascade
  );
  ${protect("role_purview", "select, insert, update, delete")}
  ${grantSystem("role_purview")}

  alter table enterprise
    add column module_im smallint not null default 1,
    add column module_knowledge smallint not null default 1,
    add column module_help smallint not null default 1;
`;

const down = `
  alter table enterprise drop column module_im, drop column module_knowledge, drop column module_help;
  drop table role_purview;
  drop index role_name;
  alter table role drop column builtin, drop column remark, drop column menus_revision, drop column created_at;
  -- What an operator made is nothing to the version before; what it moved there goes back with the next start.
  update menu set parent_id = null where source = 'code' and parent_id in (select id from menu where source = 'operator');
  delete from menu where source = 'operator';
  alter table menu drop column source, drop column edited, drop column moved, drop column hidden, drop column audience, drop column revision;
`;

export const access: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(up).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(down).execute(db);
  },
};
