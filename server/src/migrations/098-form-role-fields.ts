/** What a role may type and see of a form: {role: {field: {enable, require, hidden}}} (console.md section 5, inventory B16). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const formRoleFields: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table form_definition add column role_fields jsonb not null default '{}';").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table form_definition drop column role_fields;").execute(db);
  },
};
