/** Which flow asks customers for marks after their talks: one an enterprise, or none. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const table = `create table survey_setting (
          comp_id text primary key references enterprise on delete cascade,
          flow_id text not null,
          foreign key (comp_id, flow_id) references voice_flow on delete cascade
        );
        ${protect("survey_setting", "select, insert, update, delete")} ${grantSystem("survey_setting")}`;

export const surveySetting: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(table).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table survey_setting;").execute(db);
  },
};
