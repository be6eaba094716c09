/**
 * A number that left its seat's hand without the business result that its task asks for: the seat still owes it. And who answered its last
 * call, or whether that was abandoned: by that numbers are found and called again.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const whatNumbersOwe: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table dial_phone add column result_due smallint not null default 0,
          add column last_answerer text not null default '', add column last_abandoned smallint not null default 0;
        update dial_phone p set last_answerer = coalesce(nullif(a.heard, ''), a.answerer), last_abandoned = a.abandoned
        from dial_attempt a
        where a.comp_id = p.comp_id and a.phone_id = p.id and a.attempt = p.attempts and a.ended_at is not null
          and (a.answerer <> '' or a.abandoned = 1);
        create index dial_phone_result_due on dial_phone (comp_id, agent_id, task_id) where result_due = 1;
        create index dial_phone_answerer on dial_phone (comp_id, task_id, last_answerer, id) where last_answerer <> '';
        create index dial_phone_abandoned on dial_phone (comp_id, task_id, id) where last_abandoned = 1;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw("alter table dial_phone drop column result_due, drop column last_answerer, drop column last_abandoned;")
      .execute(db);
  },
};
