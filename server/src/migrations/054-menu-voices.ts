/** The queue menu's words as a voice of 语音管理, instead of those that are made from its choices. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const menuVoices: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table skill_group add column menu_voice_id text not null default ''").execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table skill_group drop column menu_voice_id").execute(db);
  },
};
