/** Emergency switches of access numbers and skill groups (issue 8, section 4): a row is one that is on. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const emergencySwitches: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table emergency_switch (
    comp_id text not null,
    subject text not null check (subject in ('number', 'skillGroup')),
    subject_id text not null,
    action text not null check (action in ('announce', 'target', 'close')),
    text text not null default '',
    target_kind text not null default 'none',
    target_id text not null default '',
    on_at timestamptz not null,
    on_by text not null,
    primary key (comp_id, subject, subject_id)
  );
  ${protect("emergency_switch", "select, insert, update, delete")}
  ${grantSystem("emergency_switch")}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table emergency_switch").execute(db);
  },
};
