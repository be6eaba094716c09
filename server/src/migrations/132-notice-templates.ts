/** Templates of voice notifications, and what of them calls have begun with: a call that goes on finds the same text. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const noticeTemplates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table notice_template (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          name text not null,
          text text not null,
          tts text not null default '',
          repeats smallint not null default 2,
          confirm_key text not null default '',
          replies jsonb not null default '[]',
          goodbye text not null default '',
          remark text not null default '',
          updated_at timestamptz not null,
          primary key (comp_id, id),
          unique (comp_id, name)
        );
        create table notice_version (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          body jsonb not null,
          at timestamptz not null,
          primary key (comp_id, id)
        );
        ${protect("notice_template", "select, insert, update, delete")} ${grantSystem("notice_template")}
        ${protect("notice_version", "select, insert, delete")} ${grantSystem("notice_version", "select, insert, delete")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table notice_version; drop table notice_template;").execute(db);
  },
};
