/** Speech engines of the installation, and which enterprise uses which, in order of fallback. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table speech_engine (
    id text primary key,
    name text not null unique,
    kind text not null check (kind in ('tts', 'asr')),
    provider text not null,
    address text not null default '',
    allows_private smallint not null default 0,
    key_sealed text not null default '',
    voices jsonb not null default '[]',
    concurrency integer not null default 0 check (concurrency >= 0),
    timeout_ms integer not null default 10000 check (timeout_ms > 0),
    enabled smallint not null default 1,
    remark text not null default ''
  );
  -- Part of every installation: no enterprise is without.
  insert into speech_engine (id, name, kind, provider) values
    ('espeak', '内置合成', 'tts', 'espeak'),
    ('grammar', '内置短语识别', 'asr', 'grammar');
  create table speech_engine_allotment (
    comp_id text not null references enterprise on delete cascade,
    kind text not null check (kind in ('tts', 'asr')),
    rank smallint not null,
    engine_id text not null references speech_engine,
    voice text not null default '',
    speed smallint not null default 100,
    volume smallint not null default 100,
    pitch smallint not null default 50,
    primary key (comp_id, kind, rank),
    unique (comp_id, engine_id)
  );
  create index speech_engine_allotment_engine on speech_engine_allotment (engine_id);
`;

export const speechEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `${tables} ${grantSystem("speech_engine")}
        ${protect("speech_engine_allotment", "select")} ${grantSystem("speech_engine_allotment")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table speech_engine_allotment, speech_engine;").execute(db);
  },
};
