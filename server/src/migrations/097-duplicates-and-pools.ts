/** Duplicates: how each form looks for them, the groups that were found, and merges with what undoes them. Pools of records without an owner. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  -- Where its id leads since it was merged. It lies in no recycle bin.
  alter table form_record add column merged_into text;
  create index form_record_merged on form_record (comp_id, merged_into) where merged_into is not null;

  -- Since when its owner has it; null: since it was made.
  alter table form_record add column owned_at timestamptz;
  create index form_record_owned on form_record (comp_id, form_id, (coalesce(owned_at, created_at)))
    where owner_id <> '' and deleted_at is null;

  create table pool_setting (
    comp_id text not null,
    form_id text not null,
    enabled smallint not null,
    claim_limit integer not null,
    return_days integer not null,
    warn_days integer not null,
    -- When a process looks for what returns; until then one has it.
    look_at timestamptz,
    primary key (comp_id, form_id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );
  create index pool_setting_due on pool_setting (look_at) where enabled = 1 and return_days > 0;

  create table duplicate_setting (
    comp_id text not null,
    form_id text not null,
    mode text not null,
    threshold integer not null,
    rules jsonb not null,
    -- Of the job over all records.
    scan_started_at timestamptz,
    scanned_at timestamptz,
    primary key (comp_id, form_id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  create table duplicate_group (
    comp_id text not null,
    form_id text not null,
    -- Made of its records' ids: the same group is found again as the same.
    id text not null,
    score integer not null,
    reasons jsonb not null,
    record_ids jsonb not null,
    -- Somebody said that it is none.
    ignored smallint not null default 0,
    found_at timestamptz not null,
    primary key (comp_id, form_id, id),
    foreign key (comp_id, form_id) references form_definition on delete cascade
  );

  create table record_merge (
    comp_id text not null,
    form_id text not null,
    id text not null,
    survivor_id text not null,
    loser_id text not null,
    -- What orders name the loser by.
    loser_code text not null default '',
    survivor_title text not null,
    loser_title text not null,
    at timestamptz not null,
    by_name text not null,
    -- The survivor's, after it.
    survivor_version integer not null,
    -- Of the survivor, as it was and as it became; of the loser what moved.
    kept jsonb not null,
    undone_at timestamptz,
    primary key (comp_id, id),
    foreign key (comp_id, survivor_id) references form_record on delete cascade,
    foreign key (comp_id, loser_id) references form_record on delete cascade
  );
  create index record_merge_form on record_merge (comp_id, form_id, at desc, id desc);
  create index record_merge_code on record_merge (comp_id, loser_code) where loser_code <> '' and undone_at is null;
  create index record_merge_survivor on record_merge (comp_id, survivor_id);
  create index record_merge_loser on record_merge (comp_id, loser_id);
`;

const names = ["pool_setting", "duplicate_setting", "duplicate_group", "record_merge"];

export const duplicatesAndPools: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    // What was merged lies in the recycle bin again.
    await sql
      .raw(
        `drop table ${[...names].reverse().join(", ")}; alter table form_record drop column merged_into, drop column owned_at;`,
      )
      .execute(db);
  },
};
