/** Reminders, and what they remind of: reservations, plans, announcements. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const may = "select, insert, update, delete";

const up = `
  create table reminder (
    comp_id text not null references enterprise on delete cascade,
    account_id text not null,
    key text not null,
    subject text not null,
    due_at timestamptz not null,
    message jsonb not null,
    tell_at timestamptz,
    shown_at timestamptz,
    done_at timestamptz,
    primary key (comp_id, account_id, key),
    foreign key (comp_id, account_id) references account (comp_id, id) on delete cascade
  );
  create index reminder_tell on reminder (tell_at) where tell_at is not null;
  create index reminder_waiting on reminder (comp_id, account_id, due_at) where shown_at is null and done_at is null;
  create index reminder_subject on reminder (comp_id, subject);

  create table reservation (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    agent_id text not null,
    customer_name text not null,
    phone text not null,
    des text not null,
    remarks text not null default '',
    sub_time timestamptz not null,
    float_duration integer not null default 0,
    state smallint not null default 0 check (state in (0, 1)),
    done_at timestamptz,
    created_by text not null,
    created_at timestamptz not null,
    primary key (comp_id, id)
  );
  create index reservation_seat on reservation (comp_id, agent_id, sub_time);
  create index reservation_time on reservation (comp_id, sub_time);
  create index reservation_phone on reservation (comp_id, phone);

  create table plan (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    account_id text not null,
    creator_id text not null,
    created_by text not null,
    des text not null,
    remarks text not null default '',
    plan_time timestamptz not null,
    repeat text not null check (repeat in ('none', 'daily', 'weekly', 'monthly', 'workdays')),
    minutes_before integer not null default 0,
    next_time timestamptz,
    told_time timestamptz,
    primary key (comp_id, id),
    foreign key (comp_id, account_id) references account (comp_id, id) on delete cascade
  );
  create index plan_owner on plan (comp_id, account_id, next_time);
  create index plan_creator on plan (comp_id, creator_id, next_time);

  create table announcement (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    creator_id text not null,
    created_by text not null,
    des text not null,
    remarks text not null,
    must_read smallint not null default 0,
    everyone smallint not null default 0,
    role_ids jsonb not null default '[]',
    group_ids jsonb not null default '[]',
    agent_ids jsonb not null default '[]',
    state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
    round integer not null default 0,
    published_at timestamptz,
    created_at timestamptz not null,
    primary key (comp_id, id)
  );
  create index announcement_time on announcement (comp_id, created_at);

  create table announcement_receipt (
    comp_id text not null,
    announcement_id text not null,
    account_id text not null,
    read_at timestamptz,
    primary key (comp_id, announcement_id, account_id),
    foreign key (comp_id, announcement_id) references announcement (comp_id, id) on delete cascade,
    foreign key (comp_id, account_id) references account (comp_id, id) on delete cascade
  );
  create index announcement_receipt_account on announcement_receipt (comp_id, account_id);
`;

const tables = ["reminder", "reservation", "plan", "announcement", "announcement_receipt"];

export const reminders: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(up + tables.map((table) => `${protect(table, may)} ${grantSystem(table)}`).join("\n")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${tables.toReversed().join(", ")};`).execute(db);
  },
};
