/** Customers' links to orders (issue 9, D12). Of a token its hash alone is kept. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table order_link (
    comp_id text not null,
    id text not null,
    token_hash text not null unique,
    order_id text not null,
    purpose text not null check (purpose in ('fill', 'follow')),
    form_id text not null default '',
    form_name text not null default '',
    owner_id text not null,
    creator_name text not null,
    group_id text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    used_at timestamptz,
    urged_at timestamptz,
    record_id text not null default '',
    revoked_at timestamptz,
    primary key (comp_id, id),
    foreign key (comp_id, order_id) references work_order on delete cascade
  );
  create index order_link_order on order_link (comp_id, order_id, created_at desc);
`;

export const orderLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(tables + protect("order_link", "select, insert, update, delete") + grantSystem("order_link"))
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table order_link;").execute(db);
  },
};
