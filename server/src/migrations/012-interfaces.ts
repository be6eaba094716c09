/** Outward interfaces, the addresses operators allow them, and the outbox of their deliveries. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table interface_allowance (
    comp_id text not null references enterprise,
    id text not null,
    target text not null,
    ports text not null default '',
    remark text not null default '',
    created_by text not null,
    created_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, target)
  );

  create table outward_interface (
    comp_id text not null references enterprise,
    id text not null,
    name text not null,
    events text[] not null,
    url text not null,
    method text not null check (method in ('POST', 'PUT')),
    headers text not null,
    signed smallint not null,
    secret text,
    mapping jsonb not null,
    timeout_s smallint not null,
    max_tries smallint not null,
    send_full_numbers smallint not null,
    enabled smallint not null,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create index outward_interface_enabled on outward_interface (comp_id) where enabled = 1;

  create table interface_delivery (
    comp_id text not null,
    id text not null,
    interface_id text not null,
    event text not null,
    call_id text not null,
    event_at timestamptz not null,
    state text not null check (state in ('waiting', 'delivered', 'failed')),
    attempts smallint not null default 0,
    -- Of a waiting one: not before.
    next_try_at timestamptz,
    tried_at timestamptz,
    body text,
    status smallint,
    ms integer,
    error text not null default '',
    response text not null default '',
    primary key (comp_id, id),
    foreign key (comp_id, interface_id) references outward_interface (comp_id, id) on delete cascade
  );
  create index interface_delivery_newest on interface_delivery (comp_id, event_at desc, id desc);
  create index interface_delivery_interface on interface_delivery (comp_id, interface_id, state);
  create index interface_delivery_due on interface_delivery (next_try_at) where state = 'waiting';
  create index interface_delivery_old on interface_delivery (event_at) where state <> 'waiting';
`;

/**
 * The outbox: a delivery is written in the transaction that writes the event, so neither stands without the other and no
 * writer of the log has to know who listens. Its id is made of the interface and the event's place in the log: the same
 * event written again makes the same delivery.
 */
const outbox = `
  create function interface_outbox() returns trigger language plpgsql as $$
  declare
    told text := case new.type when 'offered' then 'ringing' when 'farRinging' then 'ringing' when 'answered' then 'answered' when 'ended' then 'ended' else 'recorded' end;
  begin
    insert into interface_delivery (comp_id, id, interface_id, event, call_id, event_at, state, next_try_at)
    select new.comp_id, i.id || '.' || new.stream_id || '.' || new.seq, i.id, told, new.stream_id, new.at, 'waiting', new.at
    from outward_interface i
    where i.comp_id = new.comp_id and i.enabled = 1 and told = any (i.events)
    on conflict do nothing;
    return null;
  end $$;
  create trigger interface_outbox after insert on event for each row
    when (new.stream = 'contact' and new.type in ('offered', 'farRinging', 'answered', 'ended', 'recordingStored'))
    execute function interface_outbox();
`;

export const interfaces: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of ["interface_allowance", "outward_interface", "interface_delivery"])
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
    await sql.raw(outbox).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        "drop trigger interface_outbox on event; drop function interface_outbox; drop table interface_delivery, outward_interface, interface_allowance",
      )
      .execute(db);
  },
};
