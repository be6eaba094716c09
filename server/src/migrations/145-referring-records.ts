/** Customers, contacts and orders show the records that look them up: those that are there already, too. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";

const fill = `
  insert into customer_link (comp_id, record_id, kind, contact_id, at)
    with recursive led (comp_id, id, survivor, steps) as (
      select comp_id, id, merged_into, 0 from form_record where merged_into is not null
      union all
      select l.comp_id, l.id, r.merged_into, l.steps + 1
      from led l join form_record r on r.comp_id = l.comp_id and r.id = l.survivor
      where r.merged_into is not null and l.steps < 100
    )
    select r.comp_id, c.id, 'record', r.id, r.created_at
    from form_version v
    cross join lateral jsonb_array_elements(v.definition -> 'fields') as f (field)
    join form_record r on r.comp_id = v.comp_id and r.form_id = v.form_id and r.form_version = v.version
    join form_record named on named.comp_id = r.comp_id and named.id = r."values" #>> array[f.field ->> 'name', 'id']
    join form_record c on c.comp_id = named.comp_id and c.merged_into is null and c.id = coalesce(
      (select survivor from led where led.comp_id = named.comp_id and led.id = named.id order by steps desc limit 1), named.id)
    where f.field ->> 'type' = 'lookup' and f.field #>> '{ext,lookup,to}' in ('customer', 'contact')
      and r.order_id is null and c.id <> r.id
    on conflict do nothing;
  insert into customer_link (comp_id, record_id, kind, contact_id, at)
    select r.comp_id, c.id, 'record', r.id, r.created_at
    from form_version v
    cross join lateral jsonb_array_elements(v.definition -> 'fields') as f (field)
    join form_record r on r.comp_id = v.comp_id and r.form_id = v.form_id and r.form_version = v.version
    join form_record c on c.comp_id = r.comp_id and c.order_id = r."values" #>> array[f.field ->> 'name', 'id']
    where f.field ->> 'type' = 'lookup' and f.field #>> '{ext,lookup,to}' = 'order' and c.id <> r.id
    on conflict do nothing;`;

export const referringRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`set local role ${systemRole}; ${fill} reset role;`).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(`set local role ${systemRole}; delete from customer_link where kind = 'record'; reset role;`)
      .execute(db);
  },
};
