/** Second step of sign-in: the sealed secret, the last time step that was used, and keyed hashes of the recovery codes. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const totp: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table account add column totp_secret text, add column totp_step integer, add column totp_recovery text not null default '';",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw("alter table account drop column totp_secret, drop column totp_step, drop column totp_recovery;")
      .execute(db);
  },
};
