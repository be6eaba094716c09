/** Triggers of forms, each look of one at something that happened (the outbox and the trace in one), and macros. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table form_trigger (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_id text not null,
    name text not null,
    enabled smallint not null default 1,
    position integer not null,
    moment jsonb not null,
    condition jsonb not null,
    actions jsonb not null,
    revision integer not null default 1,
    updated_by text not null default '',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, form_id, name),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );
  create table trigger_run (
    comp_id text not null references enterprise on delete cascade,
    -- What happened, and to whom it happened: no trigger is told of it twice.
    event_key text not null,
    trigger_id text not null,
    -- The order in which they are run.
    n bigint generated always as identity,
    trigger_name text not null,
    kind text not null,
    subject_id text not null,
    form_id text not null,
    event text not null,
    event_at timestamptz not null,
    changed jsonb not null default '[]',
    -- Triggers that led to it, the first first.
    chain jsonb not null default '[]',
    state text not null default 'waiting',
    tries integer not null default 0,
    try_at timestamptz not null,
    ran_at timestamptz,
    lines jsonb not null default '[]',
    did jsonb not null default '[]',
    reason text not null default '',
    primary key (comp_id, event_key, trigger_id)
  );
  create index trigger_run_waiting on trigger_run (n) where state = 'waiting';
  create index trigger_run_subject on trigger_run (comp_id, kind, subject_id, n desc);
  create index trigger_run_trigger on trigger_run (comp_id, trigger_id, ran_at) where state = 'fired';
  create index trigger_run_old on trigger_run (event_at) where state <> 'waiting';
  create table form_macro (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_id text not null,
    name text not null,
    shared smallint not null default 0,
    -- No reference: an operator inside the enterprise has macros, too.
    owner_id text not null,
    owner_name text not null default '',
    actions jsonb not null,
    uses integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );
  create index form_macro_form on form_macro (comp_id, form_id);
`;
const names = ["form_trigger", "trigger_run", "form_macro"] as const;

export const automation: Migration = {
  async up(db: Kysely<unknown>) {
    const rights = names.map((one) => protect(one, "select, insert, update, delete") + grantSystem(one));
    await sql.raw(tables + rights.join("")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table form_macro; drop table trigger_run; drop table form_trigger;").execute(db);
  },
};
