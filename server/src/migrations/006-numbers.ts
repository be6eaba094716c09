/** Access numbers: price, limit, where they lead by time rule, whose they are. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  -- Numbers that no enterprise has yet stand under 000000, which is none: the reference goes through a column that leaves
  -- it out, so one table and one key hold every number there is.
  alter table access_number drop constraint access_number_comp_id_fkey;
  alter table access_number
    add column owner text generated always as (nullif(comp_id, '000000')) stored references enterprise,
    add column concurrency integer not null default 0 check (concurrency >= 0),
    add column price_milli integer not null default 0 check (price_milli >= 0),
    add column greeting_voice text not null default '',
    alter column target_kind set default 'none',
    alter column target_id set default '',
    alter column greeting set default '',
    add constraint access_number_of_comp unique (comp_id, number);
  create unique index access_number_default on access_number (comp_id) where is_default = 1;

  create table time_rule (
    comp_id text not null references enterprise,
    id text not null,
    name text not null,
    remark text not null default '',
    weekly jsonb not null,
    holidays jsonb not null,
    specials jsonb not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );

  create table access_number_rule (
    comp_id text not null,
    number text not null,
    position integer not null check (position > 0),
    time_rule_id text not null,
    target_kind text not null,
    target_id text not null,
    greeting text not null,
    greeting_voice text not null,
    primary key (comp_id, number, position),
    foreign key (comp_id, number) references access_number (comp_id, number) on delete cascade,
    foreign key (comp_id, time_rule_id) references time_rule (comp_id, id)
  );
  create index access_number_rule_time on access_number_rule (comp_id, time_rule_id);

  create table access_number_owner (
    comp_id text not null,
    number text not null,
    owner_kind text not null check (owner_kind in ('group', 'seat')),
    owner_id text not null,
    is_default smallint not null default 0,
    group_id text generated always as (case when owner_kind = 'group' then owner_id end) stored,
    agent_id text generated always as (case when owner_kind = 'seat' then owner_id end) stored,
    primary key (comp_id, number, owner_kind, owner_id),
    foreign key (comp_id, number) references access_number (comp_id, number) on delete cascade,
    foreign key (comp_id, group_id) references agent_group (comp_id, id) on delete cascade,
    foreign key (comp_id, agent_id) references seat (comp_id, agent_id) on delete cascade
  );
  create index access_number_owner_of on access_number_owner (comp_id, owner_kind, owner_id);
  create unique index access_number_owner_default on access_number_owner (comp_id, owner_kind, owner_id) where is_default = 1;
`;

const made = ["access_number_owner", "access_number_rule", "time_rule"];

/** Row-level security hides the unallocated numbers from the owner of the table, who is no superuser everywhere. */
const back = `
  set local role ${systemRole};
  delete from access_number where comp_id = '000000';
  reset role;
  drop index access_number_default;
  alter table access_number
    drop constraint access_number_of_comp,
    drop column owner,
    drop column concurrency,
    drop column price_milli,
    drop column greeting_voice,
    alter column target_kind drop default,
    alter column target_id drop default,
    alter column greeting drop default,
    add constraint access_number_comp_id_fkey foreign key (comp_id) references enterprise;
`;

export const numbers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    await sql
      .raw(
        [...made]
          .reverse()
          .map((table) => protect(table, "select, insert, update, delete") + grantSystem(table))
          .join(""),
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${made.join(", ")};`).execute(db);
    await sql.raw(back).execute(db);
  },
};
