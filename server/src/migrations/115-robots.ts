/** Robots of enterprises: a flow with a voice, a recogniser, an intention rule and a skill group for calls that find no line. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

/** flow_id has no foreign key: flows are made later (117); their module asks what leads to one before it goes. */
export const robots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table robot_agent (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          name text not null,
          kind smallint not null default 1 check (kind in (1, 2)),
          flow_id text not null,
          tts text not null default '',
          asr_engine_id text not null default '',
          intention_rule_id text,
          fallback_group_id text,
          enabled smallint not null default 1 check (enabled in (0, 1)),
          remark text not null default '',
          primary key (comp_id, id),
          unique (comp_id, name),
          foreign key (comp_id, intention_rule_id) references intention_rule,
          foreign key (comp_id, fallback_group_id) references skill_group
        );
        create index robot_agent_flow on robot_agent (comp_id, flow_id);
        ${protect("robot_agent", "select, insert, update, delete")} ${grantSystem("robot_agent")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table robot_agent;").execute(db);
  },
};
