/** 呼转: where calls to a seat go, and when (modes of the contract between commas; '': they do not). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const forwards: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw("alter table seat add forward_modes text not null default '', add forward_to text not null default ''")
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat drop forward_modes, drop forward_to").execute(db);
  },
};
