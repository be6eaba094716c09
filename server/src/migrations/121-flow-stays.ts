/**
 * Stays of calls at nodes of flows, a projection of the log as call_visit is. Calls of before have none until a rebuild reads the log again,
 * and their versions are not known (they were not logged).
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const flowStays: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table flow_stay (
          comp_id text not null,
          call_id text not null,
          seq integer not null,
          flow_id text not null,
          version_id text not null,
          node_id text not null,
          node_name text not null,
          entered_at timestamptz not null,
          left_at timestamptz,
          "exit" text not null,
          outcome text not null check (outcome in ('open', 'exit', 'moved', 'failed', 'hungUp', 'answered', 'ended')),
          stay_ms integer,
          primary key (comp_id, call_id, seq)
        );
        create index flow_stay_flow on flow_stay (comp_id, flow_id, entered_at)
          include (version_id, node_id, "exit", outcome, stay_ms);
        ${protect("flow_stay", "select, insert, update, delete")} ${grantSystem("flow_stay")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table flow_stay;").execute(db);
  },
};
