/** What a robot said before an agent had the caller stands in the talk's dialogue. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const sides = (list: string): string => `
  alter table assist_entry drop constraint assist_entry_side_check;
  alter table assist_entry add constraint assist_entry_side_check check (side in (${list}));`;

export const robotsInCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(sides("'customer', 'agent', 'robot'")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`delete from assist_entry where side = 'robot'; ${sides("'customer', 'agent'")}`).execute(db);
  },
};
