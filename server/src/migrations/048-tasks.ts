/** Dialling tasks as the CTI link and seats know them, and which seats take part (issue 8, section 2); dialling adds its own columns. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const tasks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table task (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    task_identity text not null,
    ftype smallint not null check (ftype between 1 and 5),
    state text not null default 'notStarted'
      check (state in ('notStarted', 'running', 'paused', 'completed', 'stopped', 'expired')),
    from_at timestamptz,
    until_at timestamptz,
    primary key (comp_id, id),
    unique (comp_id, task_identity)
  );
  ${protect("task", "select, insert, update, delete")}
  ${grantSystem("task")}
  create table task_seat (
    comp_id text not null,
    task_id text not null,
    agent_id text not null,
    participate_status smallint not null default 0 check (participate_status in (0, 1)),
    session_id text not null default '',
    primary key (comp_id, task_id, agent_id),
    foreign key (comp_id, task_id) references task on delete cascade,
    foreign key (comp_id, agent_id) references seat on delete cascade
  );
  create index task_seat_agent on task_seat (comp_id, agent_id);
  ${protect("task_seat", "select, insert, update, delete")}
  ${grantSystem("task_seat")}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table task_seat; drop table task;").execute(db);
  },
};
