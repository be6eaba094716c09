/** Who answered by the word of whoever heard the call, beside what the detection made of it; the ledger has an entry of each such word. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const kinds = (words: string): string => `
  alter table dial_ledger drop constraint dial_ledger_kind_check;
  alter table dial_ledger add constraint dial_ledger_kind_check check (kind in (${words}));`;
const known = "'dialled', 'ended', 'skipped', 'refused'";

export const whoAnswered: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table dial_attempt add column heard text not null default '' check (heard in ('', 'person', 'machine')),
          add column heard_by text not null default '';
        create index dial_attempt_heard on dial_attempt (comp_id, task_id) where heard <> '';
        ${kinds(`${known}, 'heard'`)}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `delete from dial_ledger where kind = 'heard';
        ${kinds(known)}
        alter table dial_attempt drop column heard, drop column heard_by;`,
      )
      .execute(db);
  },
};
