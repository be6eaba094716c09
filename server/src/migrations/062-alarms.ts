/** 告警通知: limits of live figures that the server watches, and the alarms that were told (D10). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const alarms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table alarm (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          name text not null,
          group_id text not null default '',
          figure text not null,
          comparison text not null,
          value double precision not null,
          for_s integer not null default 0,
          rest_min integer not null default 10,
          account_ids jsonb not null default '[]',
          enabled smallint not null default 1,
          created_by text not null default '',
          primary key (comp_id, id),
          unique (comp_id, name)
        );
        create table alarm_event (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          alarm_id text not null,
          group_id text not null,
          name text not null,
          group_name text not null,
          text text not null,
          told text not null default '',
          at timestamptz not null,
          ended_at timestamptz,
          primary key (comp_id, id)
        );
        create unique index alarm_event_open on alarm_event (comp_id, alarm_id, group_id) where ended_at is null;
        create index alarm_event_at on alarm_event (comp_id, at desc);
        ${protect("alarm", "select, insert, update, delete")} ${grantSystem("alarm")}
        ${protect("alarm_event", "select, insert, update, delete")} ${grantSystem("alarm_event")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table alarm_event; drop table alarm;").execute(db);
  },
};
