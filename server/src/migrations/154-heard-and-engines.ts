/**
 * Where a sentence was heard, by the name that the node had then: versions of a flow call it otherwise, or have it no more. And what the
 * validator of a flow asks of the engines that its enterprise has: what they are and whether they are on, not where they are or their keys.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { tenantRole } from "../adapters/database/roles.ts";

export const heardAndEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table heard_sentence add column node_name text not null default '';
        grant select (id, provider, enabled) on speech_engine to ${tenantRole};`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `revoke select (id, provider, enabled) on speech_engine from ${tenantRole};
        alter table heard_sentence drop column node_name;`,
      )
      .execute(db);
  },
};
