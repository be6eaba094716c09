/** What a call does in a skill group's queue and where it goes from there; dispatch queues over skill groups. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const overflows = ["full", "wait", "absent"];
const overflowColumns = overflows.flatMap((when) => [
  `overflow_${when}_kind text not null default 'none'`,
  `overflow_${when}_id text not null default ''`,
]);

const up = `
  alter table skill_group
    -- Ids of voices; '': the usual music, no voice.
    add column music_id text not null default '',
    add column position_on smallint not null default 1,
    add column wait_every_s integer not null default 0 check (wait_every_s >= 0),
    add column wait_text text not null default '',
    add column wait_voice_id text not null default '',
    ${overflowColumns.map((column) => `add column ${column},`).join("\n    ")}
    add column remark text not null default '';
  create unique index skill_group_name on skill_group (comp_id, name);
  alter table skill_group_member add column priority integer not null default 1;

  create table dispatch_group (
    comp_id text not null references enterprise,
    id text not null,
    name text not null,
    enabled smallint not null default 1,
    max_wait_s integer not null default 0 check (max_wait_s >= 0),
    ${overflowColumns.map((column) => `${column},`).join("\n    ")}
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );

  create table dispatch_group_member (
    comp_id text not null,
    dispatch_group_id text not null,
    skill_group_id text not null,
    sort integer not null,
    next_after_s integer not null check (next_after_s >= 0),
    primary key (comp_id, dispatch_group_id, skill_group_id),
    foreign key (comp_id, dispatch_group_id) references dispatch_group (comp_id, id) on delete cascade,
    -- A group in use is not deleted.
    foreign key (comp_id, skill_group_id) references skill_group (comp_id, id)
  );
  create index dispatch_group_member_skill_group on dispatch_group_member (comp_id, skill_group_id);
`;

const down = `
  drop table dispatch_group_member, dispatch_group;
  alter table skill_group_member drop column priority;
  drop index skill_group_name;
  alter table skill_group drop column music_id, drop column position_on, drop column wait_every_s, drop column wait_text, drop column wait_voice_id, drop column remark,
    ${overflows.flatMap((when) => [`drop column overflow_${when}_kind`, `drop column overflow_${when}_id`]).join(", ")};
`;

const all = "select, insert, update, delete";

export const groups: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(up).execute(db);
    // As the system role: row-level security is forced on the owner too, who would see no row.
    await sql
      .raw(
        `set local role ${systemRole}; update skill_group set position_on = 0, announce_every_s = 30 where announce_every_s = 0; reset role;`,
      )
      .execute(db);
    await sql
      .raw(
        ["dispatch_group", "dispatch_group_member"].map((table) => protect(table, all) + grantSystem(table)).join(""),
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(down).execute(db);
  },
};
