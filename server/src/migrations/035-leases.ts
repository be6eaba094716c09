/** Who leads, by epochs that only grow, and under which epoch an event was written (issue 8, section 5). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem } from "./tenancy.ts";

export const leases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table telephony_lease (
    name text primary key,
    owner text not null,
    epoch integer not null,
    until timestamptz not null
  );
  ${grantSystem("telephony_lease")}
  alter table event add column epoch integer not null default 0;
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table event drop column epoch; drop table telephony_lease;").execute(db);
  },
};
