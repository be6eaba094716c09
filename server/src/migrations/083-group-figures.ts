/**
 * Figures of skill groups go by the stays in their queues and by the legs of their agents, those of the enterprise by the limits of
 * the first group that a call waited in, as they were then (docs/protocol.md K64). What counts as a short abandon is the group's own, or
 * the enterprise's setting (K65).
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const groupFigures: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_record add column sl_ms integer, add column short_ms integer;
         update call_record r set short_ms = coalesce(v.short_ms, 5000), sl_ms = v.sl_ms
         from call_record c left join call_visit v on v.comp_id = c.comp_id and v.call_id = c.call_id and v.seq = 1
         where r.first_group_id is not null and c.comp_id = r.comp_id and c.call_id = r.call_id;
         alter table seat_setting add column short_abandon_s integer not null default 5 check (short_abandon_s between 0 and 60);
         alter table skill_group add column short_abandon_s integer check (short_abandon_s between 0 and 60);
         create index call_visit_entered on call_visit (comp_id, entered_at);
         create index call_leg_group on call_leg (comp_id, start_at) where skill_group_id is not null;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index call_visit_entered; drop index call_leg_group;
         alter table skill_group drop column short_abandon_s;
         alter table seat_setting drop column short_abandon_s;
         alter table call_record drop column sl_ms, drop column short_ms;`,
      )
      .execute(db);
  },
};
