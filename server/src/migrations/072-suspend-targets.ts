/** 挂起转: voices that agents may send customers to, who come back by themselves. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const suspendTargets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table suspend_target (
           comp_id text not null references enterprise on delete cascade,
           id text not null,
           name text not null,
           enabled smallint not null default 1,
           text text not null default '',
           voice_id text not null default '',
           want text not null,
           options jsonb not null default '[]',
           least_digits smallint not null default 1,
           most_digits smallint not null default 20,
           secret smallint not null default 0,
           seconds smallint not null default 15,
           turns smallint not null default 3,
           data_key text not null default '',
           recorded smallint not null default 1,
           remark text not null default '',
           primary key (comp_id, id),
           unique (comp_id, name)
         );
         ${protect("suspend_target", "select, insert, update, delete")} ${grantSystem("suspend_target")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table suspend_target;").execute(db);
  },
};
