/** Follow-ups: what makes one, what it asks, the follow-ups themselves and each try of them. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const may = "select, insert, update, delete";

const up = `
  create table follow_up_setting (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    form_id text not null,
    trigger text not null check (trigger in ('orderEnded', 'nodeLeft', 'recordMade')),
    flow_id text not null default '',
    node_id text not null default '',
    minutes integer not null,
    time_rule_id text not null default '',
    who text not null check (who in ('creator', 'handler', 'seat', 'group')),
    agent_id text not null default '',
    group_id text not null default '',
    tries smallint not null,
    retry_minutes integer not null,
    enabled smallint not null default 1,
    updated_at timestamptz not null,
    updated_by text not null,
    primary key (comp_id, id),
    unique (comp_id, form_id, trigger, flow_id, node_id)
  );

  create table follow_up_form (
    comp_id text not null references enterprise on delete cascade,
    form_id text not null,
    fields jsonb not null,
    revision integer not null,
    updated_at timestamptz not null,
    updated_by text not null,
    primary key (comp_id, form_id)
  );

  create table follow_up_task (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    setting_id text,
    source text not null check (source in ('setting', 'added', 'manual')),
    form_id text not null,
    record_id text not null,
    order_id text not null default '',
    work_code text not null default '',
    title text not null default '',
    customer_name text not null default '',
    phone text not null default '',
    agent_id text,
    group_id text,
    state text not null check (state in ('open', 'done', 'gaveUp')),
    due_at timestamptz not null,
    tell_at timestamptz,
    tries smallint not null default 0,
    most_tries smallint not null,
    retry_minutes integer not null,
    time_rule_id text not null default '',
    remark text not null default '',
    fields jsonb,
    answers jsonb not null default '{}',
    result text not null default '',
    version integer not null default 1,
    created_at timestamptz not null,
    ended_at timestamptz,
    ended_by text not null default '',
    ended_by_id text not null default '',
    primary key (comp_id, id),
    unique (comp_id, setting_id, record_id)
  );
  create index follow_up_task_tell on follow_up_task (tell_at) where tell_at is not null;
  create index follow_up_task_seat on follow_up_task (comp_id, agent_id, state, due_at);
  create index follow_up_task_time on follow_up_task (comp_id, due_at);
  create index follow_up_task_record on follow_up_task (comp_id, record_id);
  create index follow_up_task_phone on follow_up_task (comp_id, phone) where phone <> '';

  create table follow_up_try (
    comp_id text not null,
    task_id text not null,
    no smallint not null,
    at timestamptz not null,
    by_name text not null default '',
    command text not null,
    text text not null default '',
    primary key (comp_id, task_id, no),
    foreign key (comp_id, task_id) references follow_up_task (comp_id, id) on delete cascade
  );
`;

const tables = ["follow_up_setting", "follow_up_form", "follow_up_task", "follow_up_try"];

export const followUps: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(up + tables.map((table) => `${protect(table, may)} ${grantSystem(table)}`).join("\n")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${tables.toReversed().join(", ")};`).execute(db);
  },
};
