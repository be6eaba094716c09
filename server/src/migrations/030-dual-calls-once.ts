/** 双呼: the key of a question and the call it became, so that a question asked twice dials once. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const dualCallsOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table dual_call (
    comp_id text not null,
    key text not null,
    call_id text not null,
    digest text not null,
    asked_at timestamptz not null,
    primary key (comp_id, key)
  );
  create index dual_call_asked on dual_call (comp_id, asked_at);
  ${protect("dual_call", "select, insert, delete")}
  ${grantSystem("dual_call")}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table dual_call").execute(db);
  },
};
