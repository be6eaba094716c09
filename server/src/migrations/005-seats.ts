/** Seat groups and their monitors, custom statuses and who may use them, chat limits, initial passwords. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const all = "select, insert, update, delete";

const tables = `
  alter table account add column must_change smallint not null default 0;
  alter table seat add column chat_max integer check (chat_max >= 0), add column created_at timestamptz not null default now();
  alter table extension add column created_at timestamptz not null default now();
  -- One seat, one extension: whose call it is must never be a matter of order.
  create unique index extension_one_seat on extension (comp_id, agent_id) where agent_id is not null;

  create table agent_group (
    comp_id text not null references enterprise,
    id text not null,
    parent_id text,
    name text not null,
    remark text not null default '',
    sort integer not null default 0,
    created_at timestamptz not null default now(),
    primary key (comp_id, id),
    foreign key (comp_id, parent_id) references agent_group (comp_id, id)
  );
  create unique index agent_group_name on agent_group (comp_id, coalesce(parent_id, ''), name);

  create table agent_group_monitor (
    comp_id text not null,
    group_id text not null,
    agent_id text not null,
    primary key (comp_id, group_id, agent_id),
    foreign key (comp_id, group_id) references agent_group (comp_id, id) on delete cascade,
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete cascade
  );
  create index agent_group_monitor_agent on agent_group_monitor (comp_id, agent_id);

  create table agent_watch (
    comp_id text not null,
    account_id text not null,
    agent_id text not null,
    created_at timestamptz not null default now(),
    primary key (comp_id, account_id, agent_id),
    foreign key (comp_id, account_id) references account (comp_id, id) on delete cascade,
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete cascade
  );

  create table seat_setting (
    comp_id text primary key references enterprise,
    chat_max integer not null check (chat_max > 0),
    id_digits smallint not null check (id_digits between 3 and 8)
  );

  create table custom_status (
    comp_id text not null references enterprise,
    id text not null,
    name text not null,
    enabled smallint not null default 1,
    sort integer not null default 0,
    remark text not null default '',
    everyone smallint not null default 1,
    max_at_once integer not null default 0 check (max_at_once >= 0),
    max_at_once_group integer not null default 0 check (max_at_once_group >= 0),
    max_minutes integer not null default 0 check (max_minutes >= 0),
    max_per_day integer not null default 0 check (max_per_day >= 0),
    over_entry text not null default 'refuse' check (over_entry in ('refuse', 'warn')),
    over_time text not null default 'warn' check (over_time in ('warn', 'ready', 'busy')),
    created_at timestamptz not null default now(),
    primary key (comp_id, id),
    unique (comp_id, name)
  );

  create table custom_status_group (
    comp_id text not null,
    status_id text not null,
    group_id text not null,
    primary key (comp_id, status_id, group_id),
    foreign key (comp_id, status_id) references custom_status (comp_id, id) on delete cascade,
    foreign key (comp_id, group_id) references agent_group (comp_id, id) on delete cascade
  );

  create table custom_status_seat (
    comp_id text not null,
    status_id text not null,
    agent_id text not null,
    primary key (comp_id, status_id, agent_id),
    foreign key (comp_id, status_id) references custom_status (comp_id, id) on delete cascade,
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete cascade
  );
  create index agent_status_custom on agent_status (comp_id, custom_status_id, from_at) where custom_status_id is not null;
`;

const made = [
  "agent_group",
  "agent_group_monitor",
  "agent_watch",
  "seat_setting",
  "custom_status",
  "custom_status_group",
  "custom_status_seat",
];

/** Seats had a group's id before there were groups: each gets a row, and whoever monitored by it goes on. */
const carryOver = `
  insert into agent_group (comp_id, id, name)
    select comp_id, group_id, '坐席组' || row_number() over (partition by comp_id order by group_id)
    from (select distinct comp_id, group_id from seat where group_id is not null) g;
  insert into agent_group_monitor (comp_id, group_id, agent_id)
    select a.comp_id, a.group_id, a.agent_id from account a
    join seat s on s.comp_id = a.comp_id and s.agent_id = a.agent_id
    join agent_group g on g.comp_id = a.comp_id and g.id = a.group_id
    where a.role_type = 3;
`;

export const seats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql.raw(made.map((table) => protect(table, all) + grantSystem(table)).join("")).execute(db);
    // As the system role: row-level security is forced on the owner too, who would see no row.
    await sql.raw(`set local role ${systemRole}; ${carryOver} reset role;`).execute(db);
    await sql
      .raw(
        "alter table seat add constraint seat_group foreign key (comp_id, group_id) references agent_group (comp_id, id); create index seat_group on seat (comp_id, group_id)",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `
      drop index agent_status_custom;
      drop index seat_group;
      alter table seat drop constraint seat_group, drop column chat_max, drop column created_at;
      drop index extension_one_seat;
      alter table extension drop column created_at;
      alter table account drop column must_change;
      drop table ${[...made].reverse().join(", ")};
    `,
      )
      .execute(db);
  },
};
