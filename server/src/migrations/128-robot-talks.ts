/**
 * Pictures of digital humans, and what robots had of calls: a projection of the log as flow_stay is. Calls of before have none until a
 * rebuild reads the log again.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

/** A digital human has a picture, any other robot none. Nobody could make one before, so there is none without. */
export const robotTalks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table robot_agent add column picture_id text;
        alter table robot_agent add constraint robot_agent_picture check ((kind = 2) = (picture_id is not null));
        create table robot_talk (
          comp_id text not null,
          call_id text not null,
          seq integer not null,
          robot_id text not null,
          robot_name text not null,
          flow_id text not null,
          line text not null,
          number text not null,
          taken_at timestamptz not null,
          left_at timestamptz,
          outcome text not null check
            (outcome in ('open', 'ended', 'handedOver', 'unreached', 'takenOver', 'hungUp', 'failed', 'elsewhere')),
          turns integer not null,
          talk_ms integer,
          primary key (comp_id, call_id, seq)
        );
        create index robot_talk_robot on robot_talk (comp_id, robot_id, taken_at) include (number, outcome);
        create index robot_talk_taken on robot_talk (comp_id, taken_at) include (number, outcome);
        create index robot_talk_number on robot_talk (comp_id, number, taken_at);
        ${protect("robot_talk", "select, insert, update, delete")} ${grantSystem("robot_talk")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop table robot_talk;
        alter table robot_agent drop constraint robot_agent_picture;
        alter table robot_agent drop column picture_id;`,
      )
      .execute(db);
  },
};
