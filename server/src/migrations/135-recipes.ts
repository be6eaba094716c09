/** 策略动作: what recipes of dialling tasks did about numbers, and what they still have to do; batches of numbers that they put into tasks. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const sources = (names: readonly string[]) => `
  alter table dial_batch drop constraint dial_batch_source_check;
  alter table dial_batch add constraint dial_batch_source_check check (source in (${names.map((n) => `'${n}'`).join(", ")}));
`;
const before = ["import", "form", "interface", "list"];

export const recipes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table dial_action (
          comp_id text not null,
          id text not null,
          task_id text not null,
          phone_id text not null,
          attempt_id text not null default '',
          recipe text not null,
          body jsonb not null,
          at timestamptz not null,
          state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'failed')),
          tries smallint not null default 0,
          next_at timestamptz,
          outcome text not null default '',
          primary key (comp_id, id),
          foreign key (comp_id, task_id) references task on delete cascade
        );
        create index dial_action_phone on dial_action (comp_id, phone_id, at);
        create index dial_action_due on dial_action (next_at) where state = 'waiting';
        create index dial_action_waiting on dial_action (comp_id, task_id) where state = 'waiting';
        ${protect("dial_action", "select, insert, update, delete")} ${grantSystem("dial_action")}
        ${sources([...before, "recipe"])}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(`drop table dial_action; update dial_batch set source = 'list' where source = 'recipe'; ${sources(before)}`)
      .execute(db);
  },
};
