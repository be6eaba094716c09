/** Versions of apps that other machines publish, which enterprises get them, and the keys they are published with. Of the installation. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem } from "./tenancy.ts";

const tables = `
  create table publish_key (
    id text primary key,
    name text not null,
    -- SHA-256 of the secret: 256 random bits need no slow hash.
    secret_hash text not null,
    account_id text not null,
    created_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    uses integer not null default 0,
    revoked_at timestamptz,
    revoked_by text
  );

  create table app_version (
    app text not null,
    version text not null,
    note text not null default '',
    bytes integer not null,
    -- Files with their places in the blob, and the shared packages it was built against.
    contents jsonb not null,
    blob_key text not null,
    published_by text not null,
    key_name text not null,
    published_at timestamptz not null,
    failures integer not null default 0,
    last_failure_at timestamptz,
    primary key (app, version)
  );

  -- Newest first, the first release that reaches an enterprise and can be served says what it has.
  create table app_release (
    app text not null,
    step integer not null,
    version text not null,
    scope text not null check (scope in ('all', 'enterprises', 'share')),
    comp_ids text[] not null default '{}',
    percent smallint not null default 0,
    -- The built-in version it stands over: a newer built-in one ends it.
    over text not null,
    released_by text not null,
    released_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (app, step),
    foreign key (app, version) references app_version (app, version) on delete cascade
  );
  create index app_release_live on app_release (app, step desc) where withdrawn_at is null;
`;

export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of ["publish_key", "app_version", "app_release"]) await sql.raw(grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table app_release, app_version, publish_key;").execute(db);
  },
};
