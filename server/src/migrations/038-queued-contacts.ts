/** Callers who left the queue and keep their place in it: callbacks, and the menu that offers them (issue 8, section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const queuedContacts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table queued_contact (
    comp_id text not null,
    id text not null,
    kind text not null check (kind in ('callback', 'voicemail')),
    skill_group_id text not null,
    number text not null,
    access_number text,
    call_id text not null,
    arrived_at timestamptz not null,
    boost_ms integer not null default 0,
    asked_at timestamptz not null,
    state text not null check (state in ('waiting', 'dialling', 'done', 'failed', 'cancelled')),
    tries smallint not null default 0,
    next_at timestamptz,
    agent_id text,
    last_call_id text,
    last_cause text,
    closed_at timestamptz,
    closed_by text,
    primary key (comp_id, id)
  );
  create unique index queued_contact_once on queued_contact (comp_id, skill_group_id, number)
    where kind = 'callback' and state in ('waiting', 'dialling');
  create index queued_contact_asked on queued_contact (comp_id, kind, asked_at);
  create index queued_contact_open on queued_contact (state) where state in ('waiting', 'dialling');
  ${protect("queued_contact", "select, insert, update")}
  ${grantSystem("queued_contact")}
  alter table skill_group
    add column menu_every_s smallint not null default 0,
    add column menu_callback smallint not null default 1;
  alter table call_record add column linked_call_id text;
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_record drop column linked_call_id;
        alter table skill_group drop column menu_every_s, drop column menu_callback;
        drop table queued_contact;`,
      )
      .execute(db);
  },
};
