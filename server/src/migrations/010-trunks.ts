/** Trunks, routes, call limits and blacklists. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { tenantRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table route_node (
    id text primary key,
    name text not null unique,
    address text not null,
    transport text not null,
    codecs jsonb not null,
    concurrency integer not null check (concurrency >= 0),
    user_name text not null default '',
    password_sealed text not null default '',
    enabled smallint not null default 1,
    remark text not null default '',
    state text not null default 'unknown',
    state_text text not null default '',
    checked_at timestamptz,
    latency_ms integer
  );
  create table route_group (
    id text primary key,
    name text not null unique,
    mode text not null,
    enabled smallint not null default 1,
    remark text not null default ''
  );
  create table route_group_member (
    group_id text not null references route_group on delete cascade,
    node_id text not null references route_node,
    weight integer not null check (weight > 0),
    position integer not null,
    primary key (group_id, node_id)
  );
  create index route_group_member_node on route_group_member (node_id);
  create table route_config (
    id text primary key,
    name text not null unique,
    owner_comp_id text references enterprise on delete cascade,
    caller_prefixes text not null,
    callee_prefixes text not null,
    group_id text not null references route_group,
    priority integer not null,
    enabled smallint not null default 1,
    remark text not null default ''
  );
  create index route_config_group on route_config (group_id);
  create index route_config_owner on route_config (owner_comp_id);

  create table route_out (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    prefixes text not null,
    min_length integer not null,
    max_length integer not null,
    strip integer not null,
    prepend text not null,
    display text not null,
    display_numbers text not null,
    priority integer not null,
    enabled smallint not null default 1,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table call_limit (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    direction text not null,
    prefixes text not null,
    kind text not null,
    hours jsonb not null,
    per_number_per_day integer not null,
    min_interval_s integer not null,
    enabled smallint not null default 1,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table call_notify_limit (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    direction text not null,
    calls integer not null,
    within_hours integer not null,
    enabled smallint not null default 1,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  -- No reference to enterprise: '000000' bars everywhere.
  create table black_list (
    comp_id text not null,
    id text not null,
    phone text not null,
    is_prefix smallint not null,
    call_type smallint not null check (call_type between 0 and 2),
    expires_at timestamptz,
    remark text not null default '',
    created_at timestamptz not null,
    created_by text not null,
    primary key (comp_id, id),
    unique (comp_id, phone, is_prefix)
  );
  create index black_list_newest on black_list (comp_id, created_at desc, id desc);
  create table call_block (
    comp_id text not null,
    id text not null,
    at timestamptz not null,
    direction text not null,
    number text not null,
    rule_kind text not null,
    rule_id text not null,
    reason text not null,
    primary key (comp_id, id)
  );
  create index call_block_rule on call_block (comp_id, rule_id, at);
  -- Calls of one number today: limits ask at every call.
  create index call_record_caller on call_record (comp_id, caller, start_at desc);
  create index call_record_callee on call_record (comp_id, callee, start_at desc);
`;

const all = "select, insert, update, delete";
const tenant = ["route_out", "call_limit", "call_notify_limit", "black_list", "call_block"];
const installation = ["route_node", "route_group", "route_group_member", "route_config"];

export const trunks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql.raw(tenant.map((table) => protect(table, all) + grantSystem(table)).join("")).execute(db);
    await sql.raw(installation.map((table) => grantSystem(table)).join("")).execute(db);
    // An enterprise's calls must heed the installation's blacklist, which it may read and not write.
    await sql
      .raw(`create policy everywhere on black_list for select to ${tenantRole} using (comp_id = '000000');`)
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index call_record_caller, call_record_callee; drop table call_block, black_list, call_notify_limit, call_limit, route_out, route_config, route_group_member, route_group, route_node;`,
      )
      .execute(db);
  },
};
