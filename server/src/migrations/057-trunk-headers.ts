/** What of a call's data comes in by X- headers of a route node, and whether it goes out by them. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const trunkHeaders: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table route_node
          add column data_headers text not null default '',
          add column sends_data smallint not null default 0;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table route_node drop column data_headers, drop column sends_data;").execute(db);
  },
};
