/** What was typed into forms and not saved yet: of one account and one record, call or form. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const table = `
  create table form_draft (
    comp_id text not null references enterprise on delete cascade,
    -- No reference: an operator inside the enterprise has drafts, too.
    account_id text not null,
    -- The record, the call or the form that it is the draft of.
    subject text not null,
    form_id text not null,
    record_id text,
    -- Of the record, when it was opened; 0: a new one.
    version integer not null default 0,
    "values" jsonb not null,
    updated_at timestamptz not null,
    primary key (comp_id, account_id, subject),
    foreign key (comp_id, form_id) references form_definition on delete cascade,
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
  create index form_draft_old on form_draft (updated_at);
  create index form_draft_form on form_draft (comp_id, form_id);
  create index form_draft_record on form_draft (comp_id, record_id) where record_id is not null;
`;

export const formDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(table + protect("form_draft", "select, insert, update, delete") + grantSystem("form_draft"))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table form_draft;").execute(db);
  },
};
