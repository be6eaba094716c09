/** What 技能组监控 counts of a day besides calls: wrap-ups and overflows, which are few among all states and events. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const groupMonitor: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create index agent_status_wrap on agent_status (comp_id, from_at) where code = 4;
         create index event_overflowed on event (comp_id, at) where type = 'overflowed';`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop index event_overflowed; drop index agent_status_wrap;").execute(db);
  },
};
