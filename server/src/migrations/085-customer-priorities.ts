/** Priority by what customers' forms say, and of who is to be called back (inventory of telephony, D2). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const customerPriorities: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table customer_priority (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          form_id text not null,
          field text not null,
          value text not null,
          priority_min smallint not null,
          created_at timestamptz not null,
          created_by text not null,
          primary key (comp_id, id),
          unique (comp_id, form_id, field, value),
          foreign key (comp_id, form_id) references form_definition on delete cascade
        );
        ${protect("customer_priority", "select, insert, update, delete")} ${grantSystem("customer_priority")}
        alter table skill_group add column callback_priority_min smallint not null default 0;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw("alter table skill_group drop column callback_priority_min; drop table customer_priority;")
      .execute(db);
  },
};
