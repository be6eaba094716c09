/** Numbers that wait for the hours of their half of an experiment say so: when it is over they wait no longer. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const putOffByHalf: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table dial_phone add column put_off_by text not null default '';
        create index dial_phone_put_off on dial_phone (comp_id, task_id, put_off_by) where put_off_by <> '';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table dial_phone drop column put_off_by;").execute(db);
  },
};
