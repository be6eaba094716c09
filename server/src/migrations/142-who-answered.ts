/** Who answered by the word of whoever heard the call, beside what the detection made of it; the ledger has an entry of each such word. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const kinds = (words: string, of: "" | "not valid" = ""): string => `
  alter table dial_ledger drop constraint dial_ledger_kind_check;
  alter table dial_ledger add constraint dial_ledger_kind_check check (kind in (${words})) ${of};`;
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
  /**
   * The ledger keeps its entries of such words: each entry's hash covers the one before, so without them the chain would have gaps and
   * npm run ledger:verify would rightly call it broken, and to chain the rest anew would be to forge it. What was written stays
   * (`not valid`: the check is asked of new rows alone), and code of before reads and verifies it: kinds are texts to it.
   */
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `${kinds(known, "not valid")}
        alter table dial_attempt drop column heard, drop column heard_by;`,
      )
      .execute(db);
  },
};
