/** Sentences that were spoken, by the digest of engine, voice and text; their sound is in the blob store. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem } from "./tenancy.ts";

export const prompts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table prompt (
          name text primary key,
          bytes integer not null,
          made_at timestamptz not null,
          used_at timestamptz not null
        );
        create index prompt_used on prompt (used_at desc, name);
        ${grantSystem("prompt")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table prompt;").execute(db);
  },
};
