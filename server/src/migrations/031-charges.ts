/** What an entry of the ledger was for: minutes of which number at which price. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";

export const charges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table ledger_entry add column quantity integer, add column unit_price_milli integer, add column number text,
          add column contact_id text;
        create view fact_charge with (security_invoker = true) as
          select comp_id, id, 'call' as kind, contact_id, number, quantity, unit_price_milli, -amount as amount, at
          from ledger_entry where kind = 'consumption' and contact_id is not null;
        grant select on fact_charge to ${tenantRole}, ${systemRole};`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop view fact_charge;
        alter table ledger_entry drop column quantity, drop column unit_price_milli, drop column number, drop column contact_id;`,
      )
      .execute(db);
  },
};
