/** What is typed beside a form's fields is kept with its draft: the title and the priority of a new order. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const draftHeads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table form_draft add column head jsonb not null default '{}';").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table form_draft drop column head;").execute(db);
  },
};
