/** Messages that are offered to agents by themselves: whether a skill group does, for how long, and how long an agent has for one (D7). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const offeredMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table skill_group
           add column voicemail_offer smallint not null default 0,
           add column voicemail_offer_s smallint not null default 20,
           add column voicemail_work_s smallint not null default 120;
         create index queued_contact_message on queued_contact (asked_at)
           where kind = 'voicemail' and state = 'waiting' and agent_id is null;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index queued_contact_message;
         alter table skill_group drop column voicemail_offer, drop column voicemail_offer_s, drop column voicemail_work_s;`,
      )
      .execute(db);
  },
};
