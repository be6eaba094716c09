/** Service targets (issue 9, D7): what is promised by each form of orders, and how each order stands. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table service_target (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_id text not null,
    name text not null,
    kind text not null check (kind in ('firstResponse', 'nextResponse', 'resolution')),
    rule jsonb not null,
    enabled smallint not null default 1,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, form_id, name)
  );
  create table order_target (
    comp_id text not null,
    order_id text not null,
    target_id text not null,
    cycle integer not null,
    phase text not null check (phase in ('running', 'paused', 'met', 'missed')),
    started_at timestamptz not null,
    warn_at timestamptz,
    due_at timestamptz,
    left_ms double precision not null,
    ended smallint not null,
    primary key (comp_id, order_id, target_id),
    foreign key (comp_id, order_id) references work_order on delete cascade,
    foreign key (comp_id, target_id) references service_target on delete cascade
  );
  create index order_target_due on order_target (comp_id, due_at) where due_at is not null;
  create index order_target_missed on order_target (comp_id, order_id) where phase = 'missed';
  create index work_order_form on work_order (comp_id, form_id, id) where state not in ('done', 'deleted');
`;

const names = ["service_target", "order_target"];

export const serviceTargets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        "delete from order_timer where name like 'target:%'; drop index work_order_form; drop table order_target, service_target;",
      )
      .execute(db);
  },
};
