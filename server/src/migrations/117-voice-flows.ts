/** Flows of calls: drafts, versions that never change, tests, shares of calls, what each text names, and the robots of a flow. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const whole = "select, insert, update, delete";
/** Rows that nobody changes; they go with their flow. */
const kept = "select, insert";

const tables = `create table voice_flow (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          name text not null,
          flow_type smallint not null,
          remark text not null default '',
          enabled smallint not null default 1,
          draft text not null,
          tts text not null default '',
          revision integer not null default 1,
          node_count integer not null default 0,
          version integer not null default 0,
          version_id text not null default '',
          changed smallint not null default 1,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          updated_by text not null default '',
          published_at timestamptz,
          primary key (comp_id, id),
          unique (comp_id, name)
        );
        ${protect("voice_flow", whole)} ${grantSystem("voice_flow")}

        create table voice_flow_version (
          comp_id text not null,
          id text not null,
          flow_id text not null,
          version integer not null,
          flow text not null,
          tts text not null default '',
          note text not null default '',
          reason text not null default '',
          restores integer not null default 0,
          tests_run integer not null default 0,
          tests_failed integer not null default 0,
          published_at timestamptz not null,
          published_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, flow_id, version),
          unique (comp_id, flow_id, id),
          foreign key (comp_id, flow_id) references voice_flow on delete cascade
        );
        ${protect("voice_flow_version", kept)} ${grantSystem("voice_flow_version", kept)}

        create table voice_flow_test (
          comp_id text not null,
          id text not null,
          flow_id text not null,
          name text not null,
          remark text not null default '',
          enabled smallint not null default 1,
          test jsonb not null,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          updated_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, flow_id, name),
          foreign key (comp_id, flow_id) references voice_flow on delete cascade
        );
        ${protect("voice_flow_test", whole)} ${grantSystem("voice_flow_test")}

        create table voice_flow_share (
          comp_id text not null,
          flow_id text not null,
          version_id text not null,
          percent smallint not null check (percent between 0 and 100),
          primary key (comp_id, flow_id, version_id),
          foreign key (comp_id, flow_id, version_id) references voice_flow_version (comp_id, flow_id, id) on delete cascade
        );
        ${protect("voice_flow_share", whole)} ${grantSystem("voice_flow_share")}

        create table voice_flow_use (
          comp_id text not null,
          flow_id text not null,
          version_id text not null,
          kind text not null,
          used_id text not null,
          sub_process_id text not null,
          sub_process_name text not null default '',
          node_id text not null,
          node_name text not null default '',
          primary key (comp_id, flow_id, version_id, kind, used_id, sub_process_id, node_id),
          foreign key (comp_id, flow_id) references voice_flow on delete cascade
        );
        create index voice_flow_use_of on voice_flow_use (comp_id, kind, used_id);
        ${protect("voice_flow_use", "select, insert, delete")} ${grantSystem("voice_flow_use")}

        create table robot_group (
          comp_id text not null,
          flow_id text not null,
          robot_id text not null,
          primary key (comp_id, flow_id, robot_id),
          foreign key (comp_id, flow_id) references voice_flow on delete cascade
        );
        ${protect("robot_group", "select, insert, delete")} ${grantSystem("robot_group")}`;

export const voiceFlows: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop table robot_group;
         drop table voice_flow_use;
         drop table voice_flow_share;
         drop table voice_flow_test;
         drop table voice_flow_version;
         drop table voice_flow;`,
      )
      .execute(db);
  },
};
