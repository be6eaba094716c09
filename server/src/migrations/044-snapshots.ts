/** What the call engine knows of calls and agents beyond the log, so that another one can go on with them (issue 8, section 5). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const table = (name: string) => `
  create table ${name} (
    comp_id text not null,
    id text not null,
    epoch integer not null,
    state json not null,
    primary key (comp_id, id)
  ) with (fillfactor = 50);
  ${protect(name, "select")}
  ${grantSystem(name)}
`;

export const snapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(table("live_call") + table("live_agent")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table live_call; drop table live_agent;").execute(db);
  },
};
