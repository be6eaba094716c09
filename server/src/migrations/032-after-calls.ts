/** How many calls an agent may miss, and what follows a call (issue 8, section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const afterCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table skill_group
           add column miss_limit smallint not null default 1,
           add column wrap_up_mode text not null default 'optional'
             check (wrap_up_mode in ('none', 'optional', 'timed', 'untilFinished')),
           add column wrap_up_extend_s smallint not null default 0;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw("alter table skill_group drop column miss_limit, drop column wrap_up_mode, drop column wrap_up_extend_s;")
      .execute(db);
  },
};
