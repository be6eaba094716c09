/** 坐席辅助: what enterprises want noticed in talks, what was said in them, and what was noticed. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = [
  "assist_setting",
  "assist_word",
  "assist_knowledge",
  "assist_entry",
  "assist_warning",
  "assist_process",
];

export const seatAssist: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table assist_setting (
          comp_id text primary key references enterprise on delete cascade,
          enabled smallint not null default 0 check (enabled in (0, 1)),
          silence_s integer not null check (silence_s >= 0),
          speed integer not null check (speed >= 0),
          chipin smallint not null check (chipin in (0, 1)),
          flow_id text not null default ''
        );
        create table assist_word (
          comp_id text not null references enterprise on delete cascade,
          word text not null,
          place integer not null,
          primary key (comp_id, word)
        );
        create table assist_knowledge (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          sentence text not null,
          content text not null,
          primary key (comp_id, id),
          unique (comp_id, sentence)
        );
        create table assist_entry (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          call_id text not null,
          agent_id text not null,
          side text not null check (side in ('customer', 'agent')),
          text text not null,
          confidence double precision not null,
          started_at timestamptz not null,
          ended_at timestamptz not null,
          mute_ms integer not null,
          chipin smallint not null check (chipin in (0, 1)),
          speed integer,
          bad_words jsonb not null default '[]',
          primary key (comp_id, id)
        );
        create index assist_entry_call on assist_entry (comp_id, call_id, started_at);
        create table assist_warning (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          call_id text not null,
          agent_id text not null,
          entry_id text not null default '',
          kind text not null,
          at timestamptz not null,
          text text not null,
          primary key (comp_id, id)
        );
        create index assist_warning_call on assist_warning (comp_id, call_id, at);
        create table assist_process (
          comp_id text not null references enterprise on delete cascade,
          call_id text not null,
          agent_id text not null,
          process jsonb not null,
          primary key (comp_id, call_id, agent_id)
        );
        ${tables.map((table) => `${protect(table, "select, insert, update, delete")} ${grantSystem(table)}`).join("\n")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(tables.map((table) => `drop table ${table};`).join("\n")).execute(db);
  },
};
