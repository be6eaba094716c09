/** Legs and devices are of the part of the switch that has them, an enterprise's or '' (decision 057), each with an epoch of its own. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { tenantRole } from "../adapters/database/roles.ts";
import { protect } from "./tenancy.ts";

const keyed = (columns: string): string =>
  `alter table live_leg drop constraint live_leg_pkey; alter table live_leg add primary key (${columns});`;

export const legsByEnterprise: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table live_leg add column comp_id text not null default ''; ${keyed("comp_id, kind, key")}
        ${protect("live_leg", "select")}
        /* The switch's own: nothing of it is an enterprise's to read. */
        revoke select on live_leg from ${tenantRole};`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop policy tenant on live_leg; drop policy system on live_leg;
        alter table live_leg no force row level security; alter table live_leg disable row level security;
        delete from live_leg where comp_id <> ''; ${keyed("kind, key")}
        alter table live_leg drop column comp_id;`,
      )
      .execute(db);
  },
};
