/** How each telephone of a call sounded, and the day's worst of them (issue 8, additions, 10). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const audioQuality: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table call_leg add column mos double precision, add column worst_mos double precision,
          add column loss double precision, add column jitter_ms double precision, add column rtt_ms integer;
        create index call_leg_poor on call_leg (comp_id, start_at) where mos < 4.03;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index call_leg_poor;
        alter table call_leg drop column mos, drop column worst_mos, drop column loss, drop column jitter_ms, drop column rtt_ms;`,
      )
      .execute(db);
  },
};
