/** Which number of a task a record belongs to is asked whenever somebody opens one; most numbers have none. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const numbersOfRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("create index dial_phone_record on dial_phone (comp_id, form_data_id) where form_data_id <> ''")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index dial_phone_record").execute(db);
  },
};
