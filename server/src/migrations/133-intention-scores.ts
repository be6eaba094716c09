/** Intention rules say more than bands: criteria that settle a level, further addends; and what they made of each call of a robot. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const intentionScores: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table intention_rule add column wins jsonb not null default '[]';
        alter table score_addend add column text text;
        alter table score_addend drop constraint score_addend_kind_check;
        alter table score_addend add constraint score_addend_kind_check
          check (kind in ('intent', 'seconds', 'turns', 'node', 'keyword', 'answer', 'hangUp'));
        create table call_score (
          comp_id text not null references enterprise on delete cascade,
          call_id text not null,
          at timestamptz not null,
          robot_id text not null default '',
          task_id text not null default '',
          rule_id text not null default '',
          rule_name text not null default '',
          level text not null,
          min_score smallint,
          max_score smallint,
          score smallint not null,
          by text not null default '',
          addends jsonb not null default '[]',
          primary key (comp_id, call_id)
        );
        create index call_score_task on call_score (comp_id, task_id, at) where task_id <> '';
        ${protect("call_score", "select, insert, update, delete")} ${grantSystem("call_score")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop table call_score;
        delete from score_addend where kind not in ('intent', 'seconds', 'turns');
        alter table score_addend drop constraint score_addend_kind_check;
        alter table score_addend add constraint score_addend_kind_check check (kind in ('intent', 'seconds', 'turns'));
        alter table score_addend drop column text;
        alter table intention_rule drop column wins;`,
      )
      .execute(db);
  },
};
