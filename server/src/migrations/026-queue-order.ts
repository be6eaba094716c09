/** Priority of groups and numbers, the agent of the last time, and rings (issue 8, section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const queueOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table skill_group
           add column priority_min smallint not null default 0,
           add column transfer_priority_min smallint not null default 0,
           add column sticky_days smallint not null default 0,
           add column sticky_wait_s smallint not null default 30,
           add column rings jsonb not null default '[]';
         alter table access_number add column priority_min smallint not null default 0;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table access_number drop column priority_min;
         alter table skill_group
           drop column priority_min,
           drop column transfer_priority_min,
           drop column sticky_days,
           drop column sticky_wait_s,
           drop column rings;`,
      )
      .execute(db);
  },
};
