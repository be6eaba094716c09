/** A number that left its seat's hand without the business result that its task asks for: the seat still owes it. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const resultDue: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table dial_phone add column result_due smallint not null default 0;
        create index dial_phone_result_due on dial_phone (comp_id, agent_id, task_id) where result_due = 1;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table dial_phone drop column result_due;").execute(db);
  },
};
