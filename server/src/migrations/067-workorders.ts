/** Flows and work orders (issue 9, section 3). Their events stand in `event`, whose key is the lock on an order. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table flow (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    form_id text not null default '',
    remark text not null default '',
    enabled smallint not null default 1,
    draft jsonb not null,
    version integer not null default 0,
    changed smallint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table flow_version (
    comp_id text not null,
    flow_id text not null,
    version integer not null,
    definition jsonb not null,
    published_at timestamptz not null,
    published_by text not null,
    primary key (comp_id, flow_id, version),
    foreign key (comp_id, flow_id) references flow on delete cascade
  );
  create table work_order (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    work_code text not null default '',
    title text not null default '',
    form_id text not null default '',
    record_id text not null default '',
    flow_id text not null,
    flow_version integer not null,
    state text not null default 'draft'
      check (state in ('draft', 'pooled', 'handling', 'suspended', 'transferred', 'done', 'deleted')),
    node_id text not null,
    node_name text not null default '',
    holder text not null default '',
    creator text not null,
    group_id text not null default '',
    pool_group text not null default '',
    pool_role text not null default '',
    priority smallint not null check (priority between 1 and 4),
    seq integer not null check (seq > 0),
    state_at timestamptz not null,
    parent_id text not null default '',
    body jsonb not null,
    due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    foreign key (comp_id, flow_id, flow_version) references flow_version
  );
  create unique index work_order_code on work_order (comp_id, work_code) where work_code <> '';
  create index work_order_newest on work_order (comp_id, updated_at desc, id desc);
  create index work_order_held on work_order (comp_id, holder, state) where holder <> '';
  create index work_order_created on work_order (comp_id, creator, updated_at desc);
  create index work_order_pooled on work_order (comp_id, updated_at desc) where state = 'pooled';
  create index work_order_parent on work_order (comp_id, parent_id) where parent_id <> '';
  create index work_order_flow on work_order (comp_id, flow_id, flow_version, state);
  create table order_party (
    comp_id text not null,
    order_id text not null,
    agent_id text not null,
    part text not null check (part in ('now', 'pool', 'was')),
    at timestamptz not null,
    primary key (comp_id, order_id, agent_id, part),
    foreign key (comp_id, order_id) references work_order on delete cascade
  );
  create index order_party_agent on order_party (comp_id, agent_id, part);
  create table order_timer (
    comp_id text not null,
    order_id text not null,
    name text not null,
    minutes integer not null,
    warn_minutes integer not null default 0,
    time_rule_id text not null default '',
    started_at timestamptz not null,
    spent_ms double precision not null default 0,
    paused smallint not null default 0,
    warn_at timestamptz,
    due_at timestamptz,
    primary key (comp_id, order_id, name),
    foreign key (comp_id, order_id) references work_order on delete cascade
  );
  create index order_timer_next on order_timer (least(warn_at, due_at)) where paused = 0;
  create table order_delegate (
    comp_id text not null,
    agent_id text not null,
    delegate_id text not null,
    from_at timestamptz not null,
    until_at timestamptz not null,
    primary key (comp_id, agent_id),
    foreign key (comp_id, agent_id) references seat on delete cascade,
    foreign key (comp_id, delegate_id) references seat on delete cascade
  );
  create table work_status_warn (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_id text not null default '',
    state text not null check (state in ('draft', 'pooled', 'handling', 'suspended', 'transferred')),
    minutes integer not null,
    time_rule_id text not null default '',
    hearers jsonb not null,
    enabled smallint not null default 1,
    primary key (comp_id, id)
  );
  create table order_code (
    comp_id text not null references enterprise on delete cascade,
    day text not null,
    last integer not null,
    primary key (comp_id, day)
  );
  create table order_record (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    form_id text not null default '',
    values jsonb not null,
    written jsonb not null,
    primary key (comp_id, id)
  );
`;

const names = [
  "flow",
  "flow_version",
  "work_order",
  "order_party",
  "order_timer",
  "order_delegate",
  "work_status_warn",
  "order_code",
  "order_record",
];

export const workorders: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${[...names].reverse().join(", ")};`).execute(db);
  },
};
