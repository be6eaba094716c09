/** When a displayed number rests by itself, how long and by whom; answers by the hour; experiments. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const displayedNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table display_rule
          add column fall_pct smallint not null default 60,
          add column least_calls smallint not null default 50,
          add column quick_pct smallint not null default 30,
          add column refused_pct smallint not null default 5,
          add column rest_hours smallint not null default 24;
        alter table display_number
          add column paused_by text not null default '',
          add column rest_until timestamptz,
          add column warned_at timestamptz;
        alter table dial_task add column takes_calls smallint not null default 1;
        alter table dial_attempt
          add column refused smallint not null default 0,
          add column variant text not null default '';
        create index call_record_displayed on call_record (comp_id, display_number, start_at desc)
          where direction = 'outbound' and display_number is not null;
        create index dial_attempt_displayed on dial_attempt (comp_id, displayed, started_at);
        create table dial_answer_hour (
          comp_id text not null references enterprise on delete cascade,
          month text not null,
          weekend smallint not null,
          hour smallint not null,
          place text not null,
          tries smallint not null,
          calls integer not null,
          answered integer not null,
          primary key (comp_id, place, tries, month, weekend, hour)
        );
        create table dial_experiment (
          comp_id text not null,
          task_id text not null,
          id text not null,
          kind text not null check (kind in ('displayed', 'greeting', 'flow')),
          metric text not null check (metric in ('answered', 'talk', 'result')),
          wanted text not null default '',
          a jsonb not null,
          b jsonb not null,
          goes_on smallint not null,
          most integer not null,
          state text not null default 'running' check (state in ('running', 'decided', 'even', 'stopped')),
          better text not null default '' check (better in ('', 'a', 'b')),
          a_calls integer not null default 0,
          a_hits integer not null default 0,
          b_calls integer not null default 0,
          b_hits integer not null default 0,
          open text not null default '',
          evidence double precision not null default 0,
          started_at timestamptz not null,
          ended_at timestamptz,
          created_by text not null default '',
          primary key (comp_id, task_id),
          foreign key (comp_id, task_id) references task on delete cascade
        );
        ${protect("dial_experiment", "select, insert, update, delete")} ${grantSystem("dial_experiment")}
        ${protect("dial_answer_hour", "select, insert, update, delete")} ${grantSystem("dial_answer_hour")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop table dial_experiment;
        drop table dial_answer_hour;
        drop index dial_attempt_displayed;
        drop index call_record_displayed;
        alter table dial_task drop column takes_calls;
        alter table dial_attempt drop column refused, drop column variant;
        alter table display_number drop column paused_by, drop column rest_until, drop column warned_at;
        alter table display_rule drop column fall_pct, drop column least_calls, drop column quick_pct,
          drop column refused_pct, drop column rest_hours;`,
      )
      .execute(db);
  },
};
