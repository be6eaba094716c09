/** Values of orders are records of forms: what a record is an order's by, what its node hides, and what changed when. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const popup = '{"isPopup": 0, "inbound": "ring", "outbound": "answer", "accessNumbers": [], "skillGroupIds": []}';

/** Orders that were made before their flow had a form get one without fields: what they hold stays readable (F38). */
const moved = `
  create temporary table homeless on commit drop as
    select o.comp_id, o.id, o.record_id, o.flow_id from work_order o
    where o.record_id <> '' and not exists (select 1 from form_definition f where f.comp_id = o.comp_id and f.id = o.form_id and f.version > 0);
  insert into form_definition (comp_id, id, form_type, name, version, popup, created_at, updated_at, updated_by)
    select distinct comp_id, 'orders', 'workOrder', '工单（升级前）', 1, '${popup}'::jsonb, now(), now(), '' from homeless;
  insert into form_version (comp_id, form_id, version, definition, published_at, published_by)
    select comp_id, id, 1, jsonb_build_object('formId', id, 'version', 1, 'name', name, 'formType', 'workOrder', 'fields', '[]'::jsonb), now(), ''
    from form_definition where id = 'orders';
  update work_order o set form_id = 'orders' from homeless h where h.comp_id = o.comp_id and h.id = o.id;
  insert into form_record (comp_id, form_id, id, form_version, version, "values", source, owner_name, group_id, created_at, updated_at, order_id, deleted_at)
    select o.comp_id, o.form_id, r.id, f.version, 1, r.values, 'manual', o.creator, nullif(o.group_id, ''), o.created_at, o.updated_at, o.id,
      case when o.state = 'deleted' then o.updated_at end
    from work_order o
    join order_record r on r.comp_id = o.comp_id and r.id = o.record_id
    join form_definition f on f.comp_id = o.comp_id and f.id = o.form_id;
  drop table homeless;
  drop table order_record;
`;

const tables = `
  alter table form_record add column order_id text;
  alter table form_record add column hidden_fields jsonb not null default '[]';
  create index form_record_order on form_record (comp_id, order_id) where order_id is not null;

  -- A row a change: history of a record, and what a stale save is told of.
  create table record_change (
    comp_id text not null,
    record_id text not null,
    version integer not null,
    at timestamptz not null,
    by_name text not null default '',
    -- The event of the order it came with.
    order_seq integer,
    -- [{name, before, after}]
    changes jsonb not null,
    primary key (comp_id, record_id, version),
    foreign key (comp_id, record_id) references form_record on delete cascade
  );
`;

export const orderRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(protect("record_change", "select, insert, update, delete") + grantSystem("record_change"))
      .execute(db);
    await sql.raw(moved).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table order_record (
           comp_id text not null references enterprise on delete cascade,
           id text not null,
           form_id text not null default '',
           values jsonb not null,
           written jsonb not null,
           primary key (comp_id, id)
         );
         insert into order_record (comp_id, id, form_id, values, written)
           select comp_id, id, form_id, "values", '{}'::jsonb from form_record where order_id is not null;
         delete from form_record where order_id is not null;
         drop table record_change;
         alter table form_record drop column hidden_fields, drop column order_id;`,
      )
      .execute(db);
    await sql.raw(protect("order_record", "select, insert, update, delete") + grantSystem("order_record")).execute(db);
  },
};
