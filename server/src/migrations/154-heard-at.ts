/** Where a sentence was heard, by the name that the node had then: versions of a flow call it otherwise, or have it no more. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const heardAt: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table heard_sentence add column node_name text not null default '';").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table heard_sentence drop column node_name;").execute(db);
  },
};
