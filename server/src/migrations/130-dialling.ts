/** Dialling: what tasks are set to, their batches, numbers and attempts, their counters, and the compliance ledger (issue 11). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const all = "select, insert, update, delete";
/** The ledger is added to, and never changed. */
const ledgerMay = "select, insert";
const tables = [
  "dial_task",
  "dial_batch",
  "dial_phone",
  "dial_attempt",
  "dial_progress",
  "dial_frame",
  "dial_ledger_head",
];

const numbers = `
  create table dial_task (
    comp_id text not null,
    id text not null,
    settings jsonb not null,
    waits_for text not null default '',
    pacing jsonb,
    next_position bigint not null default 0,
    created_at timestamptz not null,
    created_by text not null default '',
    started_at timestamptz,
    ended_at timestamptz,
    primary key (comp_id, id),
    foreign key (comp_id, id) references task on delete cascade
  );
  create table dial_batch (
    comp_id text not null,
    id text not null,
    task_id text not null,
    batch_number text not null,
    source text not null check (source in ('import', 'form', 'interface', 'list')),
    file_name text not null default '',
    count integer not null default 0,
    succeed integer not null default 0,
    failing integer not null default 0,
    repetition integer not null default 0,
    black_list integer not null default 0,
    failed_file_id text,
    idempotency_key text,
    push_digest text,
    created_at timestamptz not null,
    created_by text not null default '',
    primary key (comp_id, id),
    unique (comp_id, task_id, batch_number),
    foreign key (comp_id, task_id) references task on delete cascade
  );
  create unique index dial_batch_key on dial_batch (comp_id, task_id, idempotency_key) where idempotency_key is not null;
  create table dial_phone (
    comp_id text not null,
    id text not null,
    task_id text not null,
    batch_id text not null,
    phone text not null,
    person text not null default '',
    contact text not null default '',
    state text not null default 'waiting' check (state in
      ('waiting', 'claimed', 'dialling', 'ringing', 'answered', 'connected', 'retry', 'done', 'skipped', 'stopped')),
    reason text not null default '',
    priority smallint not null default 5,
    position bigint not null,
    draw integer not null default 0,
    place text not null default '',
    attempts integer not null default 0,
    attempts_today integer not null default 0,
    today date,
    tries jsonb not null default '{}',
    last_code smallint,
    last_at timestamptz,
    next_at timestamptz,
    claimed_until timestamptz,
    agent_id text not null default '',
    taken_at timestamptz,
    skips smallint not null default 0,
    result text not null default '',
    remark text not null default '',
    level text not null default '',
    score integer,
    form_data_id text not null default '',
    consent_source text not null default '',
    consent_at timestamptz,
    variables jsonb not null default '{}',
    created_at timestamptz not null,
    primary key (comp_id, id),
    -- In this order it also finds a number in all tasks.
    unique (comp_id, phone, task_id),
    foreign key (comp_id, task_id) references task on delete cascade
  );
  create index dial_phone_waiting on dial_phone (comp_id, task_id, priority, position) where state = 'waiting';
  create index dial_phone_due on dial_phone (comp_id, task_id, next_at) where state = 'retry';
  create index dial_phone_live on dial_phone (comp_id, task_id)
    where state in ('claimed', 'dialling', 'ringing', 'answered', 'connected');
  create index dial_phone_hand on dial_phone (comp_id, agent_id) where taken_at is not null;
  create index dial_phone_taken on dial_phone (comp_id, agent_id, task_id) where agent_id <> '';
  create index dial_phone_person on dial_phone (comp_id, task_id, person) where person <> '';
  create index dial_phone_page on dial_phone (comp_id, task_id, id);
  create index dial_phone_state on dial_phone (comp_id, task_id, state, id);
  create index dial_phone_batch on dial_phone (comp_id, batch_id, id);
  -- Nothing of an import stands in these.
  create index dial_phone_done on dial_phone (comp_id, batch_id) where state = 'done';
  create index dial_phone_code on dial_phone (comp_id, task_id, last_code, id) where last_code is not null;
  create index dial_phone_result on dial_phone (comp_id, task_id, result, id) where result <> '';
  create index dial_phone_level on dial_phone (comp_id, task_id, level, id) where level <> '';
`;

const calls = `
  create table dial_attempt (
    comp_id text not null,
    id text not null,
    task_id text not null,
    phone_id text not null,
    batch_id text not null,
    phone text not null,
    ftype smallint not null,
    attempt integer not null,
    call_id text not null,
    displayed text not null default '',
    started_at timestamptz not null,
    ended_at timestamptz,
    answered_at timestamptz,
    connected_at timestamptz,
    code smallint,
    cause text not null default '',
    witness text,
    answerer text not null default '',
    agent_id text not null default '',
    abandoned smallint not null default 0,
    ring_ms integer not null default 0,
    talk_ms integer not null default 0,
    result text not null default '',
    level text not null default '',
    score integer,
    cost bigint not null default 0,
    primary key (comp_id, id),
    foreign key (comp_id, task_id) references task on delete cascade
  );
  create index dial_attempt_task on dial_attempt (comp_id, task_id, started_at);
  create index dial_attempt_phone on dial_attempt (comp_id, phone_id);
  create unique index dial_attempt_call on dial_attempt (comp_id, call_id);
  create index dial_attempt_open on dial_attempt (comp_id, task_id) where ended_at is null;
  create index dial_attempt_number on dial_attempt (comp_id, phone, started_at);
  create index dial_attempt_batch on dial_attempt (comp_id, batch_id, phone_id) where answered_at is not null;
  create index dial_attempt_time on dial_attempt (comp_id, started_at);
  create index dial_attempt_cost on dial_attempt (ended_at) where cost > 0;
  create index dial_attempt_abandoned on dial_attempt (comp_id, phone, started_at) where abandoned = 1;
  create table dial_progress (
    comp_id text not null,
    task_id text not null,
    total integer not null default 0,
    waiting integer not null default 0,
    live integer not null default 0,
    retry integer not null default 0,
    done integer not null default 0,
    skipped integer not null default 0,
    stopped integer not null default 0,
    attempts integer not null default 0,
    answered integer not null default 0,
    connected integer not null default 0,
    abandoned integer not null default 0,
    talk_ms bigint not null default 0,
    primary key (comp_id, task_id),
    foreign key (comp_id, task_id) references task on delete cascade
  );
  create table dial_frame (
    comp_id text not null references enterprise on delete cascade,
    from_time text not null,
    to_time text not null,
    primary key (comp_id)
  );
  create table dial_ledger_head (
    comp_id text not null references enterprise on delete cascade,
    seq bigint not null,
    hash text not null,
    primary key (comp_id)
  );
  create table dial_ledger (
    comp_id text not null references enterprise on delete cascade,
    seq bigint not null,
    at timestamptz not null,
    kind text not null check (kind in ('dialled', 'ended', 'skipped', 'refused')),
    task_id text not null,
    phone_id text not null,
    attempt_id text not null default '',
    body text not null,
    prev text not null,
    hash text not null,
    primary key (comp_id, seq)
  );
  create index dial_ledger_attempt on dial_ledger (comp_id, attempt_id) where attempt_id <> '';
  create index dial_ledger_phone on dial_ledger (comp_id, phone_id, seq);
`;

export const dialling: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `${numbers}${calls}
  ${tables.map((table) => protect(table, all) + grantSystem(table)).join("\n")}
  ${protect("dial_ledger", ledgerMay)} ${grantSystem("dial_ledger", ledgerMay)}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(["dial_ledger", ...tables.toReversed()].map((table) => `drop table ${table};`).join(" ")).execute(db);
  },
};
