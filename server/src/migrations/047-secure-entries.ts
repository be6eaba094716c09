/** What customers typed in secret, sealed, until it is fetched; interfaces are told of it. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const table = `
  create table secure_entry (
    comp_id text not null references enterprise on delete cascade,
    -- SHA-256 of the token: whoever reads the table cannot fetch with it.
    token_hash text not null,
    call_id text not null,
    agent_id text not null,
    name text not null,
    digits text not null,
    entered_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (comp_id, token_hash)
  );
  create index secure_entry_expired on secure_entry (expires_at);
  ${protect("secure_entry", "select, insert, delete")} ${grantSystem("secure_entry", "select, delete")}
  alter table interface_delivery add column secure_token text, add column secure_digits smallint;
`;

const told = (more: string) => `
  case new.type when 'offered' then 'ringing' when 'farRinging' then 'ringing' when 'answered' then 'answered'
    when 'ended' then 'ended' ${more} else 'recorded' end`;

/** With these types, and what is kept of them beside the usual. */
const outbox = (types: string, more: string, columns = "", values = "") => `
  drop trigger interface_outbox on event;
  create or replace function interface_outbox() returns trigger language plpgsql as $$
  declare
    told text := ${told(more)};
  begin
    insert into interface_delivery (comp_id, id, interface_id, event, call_id, event_at, state, next_try_at${columns})
    select new.comp_id, i.id || '.' || new.stream_id || '.' || new.seq, i.id, told, new.stream_id, new.at, 'waiting', new.at${values}
    from outward_interface i
    where i.comp_id = new.comp_id and i.enabled = 1 and told = any (i.events)
    on conflict do nothing;
    return null;
  end $$;
  create trigger interface_outbox after insert on event for each row
    when (new.stream = 'contact' and new.type in ('offered', 'farRinging', 'answered', 'ended', 'recordingStored'${types}))
    execute function interface_outbox();
`;

export const secureEntries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(table).execute(db);
    await sql
      .raw(
        outbox(
          ", 'secureEntered'",
          "when 'secureEntered' then 'secureEntered'",
          ", secure_token, secure_digits",
          ", new.data->>'token', case new.type when 'secureEntered' then (new.data->>'digits')::smallint end",
        ),
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(outbox("", "")).execute(db);
    await sql
      .raw(
        "drop table secure_entry; alter table interface_delivery drop column secure_token, drop column secure_digits;",
      )
      .execute(db);
  },
};
