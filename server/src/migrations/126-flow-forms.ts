/** What flows gathered and wrote into forms when their calls ended, once a call and form, or why it was refused. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const flowForms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table flow_form_record (
          comp_id text not null references enterprise on delete cascade,
          call_id text not null,
          form_id text not null,
          form_name text not null default '',
          record_id text not null default '',
          refusal text not null default '',
          at timestamptz not null,
          primary key (comp_id, call_id, form_id)
        );
        ${protect("flow_form_record", "select, insert, update, delete")} ${grantSystem("flow_form_record")}
        create index event_flow_gathered on event (at) where type = 'flowGathered';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop index event_flow_gathered; drop table flow_form_record;`).execute(db);
  },
};
