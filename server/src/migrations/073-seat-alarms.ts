/** 坐席告警: rules of seats beside those of skill groups (Q17). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const seatAlarms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table alarm add column subject text not null default 'group';
         alter table alarm drop constraint alarm_comp_id_name_key;
         alter table alarm add constraint alarm_comp_id_subject_name_key unique (comp_id, subject, name);
         alter table alarm_event add column subject text not null default 'group';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `delete from alarm where subject <> 'group';
         delete from alarm_event where subject <> 'group';
         alter table alarm drop constraint alarm_comp_id_subject_name_key;
         alter table alarm add constraint alarm_comp_id_name_key unique (comp_id, name);
         alter table alarm drop column subject;
         alter table alarm_event drop column subject;`,
      )
      .execute(db);
  },
};
