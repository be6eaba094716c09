/** Every table of ports/schema.ts, with the two roles and row-level security. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { sql } from "kysely";
import { systemRole, tenantRole } from "../adapters/database/roles.ts";
import { createRoles, protect, sealFunctions } from "./tenancy.ts";

const all = "select, insert, update, delete";

const tables = `
  create table enterprise (
    comp_id text primary key check (comp_id ~ '^[0-9A-Za-z]{6}$'),
    name text not null,
    enabled smallint not null default 1,
    force_password_change smallint not null default 0,
    reminder_cycle integer not null default 0 check (reminder_cycle >= 0),
    hidden_global_phone smallint not null default 0,
    is_show_form smallint not null default 0,
    phone_encipher smallint not null default 0,
    forbidden smallint not null default 1,
    created_at timestamptz not null default now()
  );

  -- No reference to enterprise: operators live under 000000, which is none.
  create table account (
    id text primary key,
    comp_id text not null,
    role_type smallint not null check (role_type between 0 and 4),
    account text not null,
    user_name text not null unique,
    nick_name text not null,
    password_hash text not null,
    password_changed_at timestamptz not null,
    password_deferred_at timestamptz,
    role_id text not null,
    agent_id text,
    group_id text,
    enabled smallint not null default 1,
    is_hidden_num smallint not null default 0,
    is_tabs smallint not null default 1,
    is_sys smallint not null default 0,
    is_super smallint not null default 0,
    operator smallint not null default 0,
    empower jsonb,
    failed_count integer not null default 0,
    locked_until timestamptz,
    created_at timestamptz not null default now(),
    unique (comp_id, id),
    unique (comp_id, role_type, account)
  );
  create index account_agent on account (comp_id, agent_id);

  create table session (
    id text primary key,
    comp_id text not null,
    account_id text not null,
    access_hash text not null unique,
    refresh_hash text not null unique,
    access_expires_at timestamptz not null,
    refresh_expires_at timestamptz not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    ended_at timestamptz,
    end_reason text,
    address text not null,
    device text not null,
    foreign key (comp_id, account_id) references account (comp_id, id) on delete cascade
  );
  create index session_live on session (comp_id, account_id) where ended_at is null;
  create index session_newest on session (comp_id, last_seen_at desc);

  create table login_log (
    id text primary key,
    comp_id text not null,
    user_name text not null,
    account_id text,
    at timestamptz not null,
    address text not null,
    device text not null,
    result text not null
  );
  create index login_log_newest on login_log (comp_id, at desc);

  create table role (
    id text not null,
    comp_id text not null,
    name text not null,
    kind text not null check (kind in ('operator', 'enterprise', 'custom')),
    role_type smallint not null check (role_type between 0 and 4),
    primary key (comp_id, id)
  );

  create table menu (
    id text primary key,
    parent_id text references menu (id) on delete cascade,
    name text not null,
    url text,
    alias text,
    icon text,
    category smallint not null,
    code text,
    sort integer not null,
    unique (parent_id, code)
  );

  create table role_menu (
    comp_id text not null,
    role_id text not null,
    menu_id text not null references menu (id) on delete cascade,
    primary key (comp_id, role_id, menu_id),
    foreign key (comp_id, role_id) references role (comp_id, id) on delete cascade
  );
  create index role_menu_menu on role_menu (menu_id);

  create table seat (
    comp_id text not null references enterprise,
    agent_id text not null,
    name text not null,
    terminal_type smallint not null check (terminal_type in (0, 1, 2, 4)),
    is_popup smallint not null default 1,
    is_auto_answer smallint not null default 0,
    call_style smallint not null default 0,
    extension text,
    group_id text,
    enabled smallint not null default 1,
    primary key (comp_id, agent_id)
  );

  create table extension (
    comp_id text not null references enterprise,
    extension text not null,
    sip_secret text not null,
    agent_id text,
    primary key (comp_id, extension),
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete set null (agent_id)
  );
  create index extension_agent on extension (comp_id, agent_id);

  create table skill_group (
    comp_id text not null references enterprise,
    id text not null,
    name text not null,
    enabled smallint not null default 1,
    strategy text not null,
    queue_limit integer not null check (queue_limit >= 0),
    max_wait_s integer not null check (max_wait_s >= 0),
    ring_s integer not null check (ring_s > 0),
    wrap_up_s integer not null check (wrap_up_s >= 0),
    announce_every_s integer not null check (announce_every_s >= 0),
    service_level_s integer not null check (service_level_s >= 0),
    primary key (comp_id, id)
  );

  create table skill_group_member (
    comp_id text not null,
    skill_group_id text not null,
    agent_id text not null,
    level integer not null,
    primary key (comp_id, skill_group_id, agent_id),
    foreign key (comp_id, skill_group_id) references skill_group (comp_id, id) on delete cascade,
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete cascade
  );
  create index skill_group_member_agent on skill_group_member (comp_id, agent_id);

  -- One number, one enterprise: a caller dials the number alone.
  create table access_number (
    comp_id text not null references enterprise,
    number text primary key,
    title text not null,
    enabled smallint not null default 1,
    is_default smallint not null default 0,
    target_kind text not null,
    target_id text not null,
    greeting text not null
  );
  create index access_number_comp on access_number (comp_id);

  create table event (
    comp_id text not null,
    stream text not null,
    stream_id text not null,
    seq integer not null check (seq > 0),
    at timestamptz not null,
    type text not null,
    actor text not null,
    reason text,
    data jsonb not null,
    primary key (comp_id, stream, stream_id, seq)
  );
  create index event_newest on event (comp_id, stream, at);

  create table call_record (
    comp_id text not null,
    call_id text not null,
    direction text not null check (direction in ('inbound', 'outbound', 'internal')),
    caller text not null,
    callee text not null,
    access_number text,
    skill_group_id text,
    agent_id text,
    start_at timestamptz not null,
    queued_at timestamptz,
    ring_at timestamptz,
    answer_at timestamptz,
    end_at timestamptz,
    wait_ms integer not null,
    ring_ms integer not null,
    talk_ms integer not null,
    hold_ms integer not null,
    result integer not null,
    cause text,
    recording_key text,
    recording_ms integer,
    applied_seq integer not null,
    primary key (comp_id, call_id)
  );
  create index call_record_newest on call_record (comp_id, start_at desc, call_id desc);
  create index call_record_agent on call_record (comp_id, agent_id, start_at desc, call_id desc);
  create index call_record_skill_group on call_record (comp_id, skill_group_id, start_at desc);
  create index call_record_live on call_record (comp_id, start_at) where end_at is null;

  create table agent_status (
    comp_id text not null,
    agent_id text not null,
    seq integer not null check (seq > 0),
    code smallint not null,
    custom_status_id text,
    from_at timestamptz not null,
    to_at timestamptz,
    reason text not null,
    call_id text,
    primary key (comp_id, agent_id, seq)
  );
  create index agent_status_day on agent_status (comp_id, agent_id, from_at);
  create index agent_status_open on agent_status (comp_id, agent_id) where to_at is null;

  create table setting (
    key text primary key,
    value jsonb not null
  );
`;

/** What the tenant role may do at all; a table that is not here it cannot touch. */
const tenantTables: Readonly<Record<string, string>> = {
  enterprise: "select, update",
  account: all,
  session: all,
  login_log: "select, insert",
  role: all,
  role_menu: all,
  seat: all,
  extension: all,
  skill_group: all,
  skill_group_member: all,
  access_number: all,
  event: "select, insert",
  call_record: all,
  agent_status: all,
};

const grants = `
  grant usage on schema public to ${tenantRole}, ${systemRole};
  grant select on menu to ${tenantRole};
  grant ${all} on ${Object.keys(tenantTables)
    .filter((table) => table !== "event")
    .join(", ")}, menu, setting to ${systemRole};
  grant select, insert on event to ${systemRole};
`;

export const foundation: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(createRoles).execute(db);
    await sql.raw(tables).execute(db);
    await sql.raw(grants).execute(db);
    await sql
      .raw(
        Object.entries(tenantTables)
          .map(([table, may]) => protect(table, may))
          .join(""),
      )
      .execute(db);
    await sql.raw(sealFunctions("revoke")).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(sealFunctions("grant")).execute(db);
    const names = [
      "setting",
      "agent_status",
      "call_record",
      "event",
      "access_number",
      "skill_group_member",
      "skill_group",
      "extension",
      "seat",
      "role_menu",
      "menu",
      "role",
      "login_log",
      "session",
      "account",
      "enterprise",
    ];
    await sql
      .raw(`drop table ${names.join(", ")}; revoke usage on schema public from ${tenantRole}, ${systemRole};`)
      .execute(db);
  },
};
