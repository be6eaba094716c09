/** Limits and people of enterprises, operator units, the ledger, sessions of operators inside an enterprise. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const up = `
  -- Belongs to the installation; only the system role sees it.
  create table operator_unit (
    id text primary key,
    parent_id text references operator_unit (id),
    name text not null,
    remark text not null default '',
    sort integer not null default 0,
    created_at timestamptz not null default now()
  );
  create unique index operator_unit_name on operator_unit (coalesce(parent_id, ''), name);
  grant select, insert, update, delete on operator_unit to ${systemRole};

  alter table enterprise
    add column contact text not null default '',
    add column phone text not null default '',
    add column unit_id text references operator_unit (id),
    add column db_server text not null default 'main',
    -- 0: no limit.
    add column max_seats integer not null default 0 check (max_seats >= 0),
    add column max_concurrent_calls integer not null default 0 check (max_concurrent_calls >= 0),
    add column max_robots integer not null default 0 check (max_robots >= 0),
    add column storage_mb integer not null default 0 check (storage_mb >= 0),
    add column expires_at timestamptz,
    -- Arrears do not stop it.
    add column is_white smallint not null default 0,
    add column remark text not null default '';
  create index enterprise_unit on enterprise (unit_id);

  alter table account add column unit_id text references operator_unit (id), add column remark text not null default '';
  create index account_unit on account (unit_id) where unit_id is not null;

  alter table session
    add column entered_comp_id text references enterprise (comp_id) on delete cascade,
    add column entered_from text references session (id) on delete cascade,
    -- 1: the enterprise is out of service and this agent's call is not over yet.
    add column ends_after_call smallint not null default 0;
  create index session_entered on session (entered_comp_id) where ended_at is null and entered_comp_id is not null;
  create index session_entered_from on session (entered_from) where entered_from is not null;

  -- Money in 1/10000 yuan. The row is the lock of the enterprise's ledger.
  create table ledger_balance (
    comp_id text primary key references enterprise,
    balance bigint not null default 0,
    -- How far below zero it may go.
    credit_limit bigint not null default 0 check (credit_limit >= 0),
    entries integer not null default 0
  );
  create table ledger_entry (
    comp_id text not null references enterprise,
    id text not null,
    seq integer not null check (seq > 0),
    kind text not null check (kind in ('recharge', 'consumption', 'adjustment')),
    amount bigint not null check (amount <> 0),
    balance_after bigint not null,
    idempotency_key text not null,
    operator_id text not null,
    operator_name text not null,
    remark text not null default '',
    at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, seq),
    unique (comp_id, idempotency_key)
  );
  create index ledger_entry_newest on ledger_entry (comp_id, at desc, id desc);
  create index ledger_entry_all on ledger_entry (at desc, id desc);
  insert into ledger_balance (comp_id) select comp_id from enterprise;

  -- The enterprise's account with the short message centre; the secret is sealed.
  create table sms_account (
    comp_id text primary key references enterprise,
    enabled smallint not null default 1,
    account text not null,
    secret text not null,
    sign_name text not null,
    ext_code text not null default '',
    price bigint not null default 0 check (price >= 0),
    daily_limit integer not null default 0 check (daily_limit >= 0),
    updated_at timestamptz not null
  );
`;

const down = `
  drop table sms_account, ledger_entry, ledger_balance;
  alter table session drop column entered_comp_id, drop column entered_from, drop column ends_after_call;
  alter table account drop column unit_id, drop column remark;
  alter table enterprise drop column contact, drop column phone, drop column unit_id, drop column db_server, drop column max_seats, drop column max_concurrent_calls,
    drop column max_robots, drop column storage_mb, drop column expires_at, drop column is_white, drop column remark;
  drop table operator_unit;
`;

export const enterprises: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(up).execute(db);
    // Append-only for everybody: neither role may change or remove an entry.
    await sql
      .raw(
        protect("ledger_balance", "select") +
          grantSystem("ledger_balance") +
          protect("ledger_entry", "select") +
          grantSystem("ledger_entry", "select, insert") +
          protect("sms_account", "select") +
          grantSystem("sms_account"),
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(down).execute(db);
  },
};
