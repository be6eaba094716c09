/**
 * An attempt stays when its task is deleted: what was called binds the other tasks (frequency, abandoned calls, complaints) and is booked
 * as the attempt it was. Calls whose attempt went with a task before this are known by the entry that booked it.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const attemptsOutliveTasks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table dial_attempt drop constraint dial_attempt_comp_id_task_id_fkey,
          add foreign key (comp_id) references enterprise on delete cascade;
        create index ledger_entry_attempt on ledger_entry (comp_id, contact_id) where idempotency_key like 'attempt/%';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index ledger_entry_attempt;
        delete from dial_attempt a where not exists (select from task t where t.comp_id = a.comp_id and t.id = a.task_id);
        alter table dial_attempt drop constraint dial_attempt_comp_id_fkey,
          add foreign key (comp_id, task_id) references task on delete cascade;`,
      )
      .execute(db);
  },
};
