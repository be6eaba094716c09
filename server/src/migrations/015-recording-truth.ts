/** What a recording was when it was closed: how long, which samples, and what it lacks. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const recordingTruth: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table call_record add column recording_bytes double precision, add column recording_digest text, add column recording_missing text;",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table call_record drop column recording_bytes, drop column recording_digest, drop column recording_missing;",
      )
      .execute(db);
  },
};
