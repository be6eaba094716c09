/** Messages of who waits: whether a skill group takes them, and how long they may be (issue 8, section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const voicemail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table skill_group
           add column menu_voicemail smallint not null default 0,
           add column voicemail_max_s smallint not null default 60;
         create index queued_contact_call on queued_contact (comp_id, call_id);`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index queued_contact_call;
         alter table skill_group drop column menu_voicemail, drop column voicemail_max_s;`,
      )
      .execute(db);
  },
};
