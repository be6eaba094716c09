/** When an export of an enterprise was begun last, by queue: whose turn is longest ago is next. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const turnsOfExports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table export_turn (
          comp_id text not null,
          queue text not null,
          served_at timestamptz not null,
          primary key (comp_id, queue)
        );
        ${protect("export_turn", "select")} ${grantSystem("export_turn")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table export_turn").execute(db);
  },
};
