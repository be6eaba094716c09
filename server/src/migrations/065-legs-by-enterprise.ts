/** Legs and devices are of the part of the switch that has them, an enterprise's or '' (decision 057), each with an epoch of its own. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const keyed = (columns: string): string =>
  `alter table live_leg drop constraint live_leg_pkey; alter table live_leg add primary key (${columns});`;

export const legsByEnterprise: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`alter table live_leg add column comp_id text not null default ''; ${keyed("comp_id, kind, key")}`)
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `delete from live_leg where comp_id <> ''; ${keyed("kind, key")}
        alter table live_leg drop column comp_id;`,
      )
      .execute(db);
  },
};
