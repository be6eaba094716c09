/** Experiments of voices, of times of day and of notice templates. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const kinds = (words: string): string => `
  alter table dial_experiment drop constraint dial_experiment_kind_check;
  alter table dial_experiment add constraint dial_experiment_kind_check check (kind in (${words}));`;

export const experimentKinds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(kinds("'displayed', 'greeting', 'flow', 'voice', 'time', 'template'")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    // What the version before does not know it could not run.
    await sql
      .raw(
        `delete from dial_experiment where kind in ('voice', 'time', 'template');
        ${kinds("'displayed', 'greeting', 'flow'")}`,
      )
      .execute(db);
  },
};
