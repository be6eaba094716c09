/** A document of the help may be a PDF (issue 7, 3.6). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const helpFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table help_node add column file_id text").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table help_node drop column file_id").execute(db);
  },
};
