/** 会议室, their standing members, and the meetings that were held (issue 8, section 6). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const meetings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `
  create table meeting_room (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    code text not null,
    host_pin text not null default '',
    member_pin text not null default '',
    max_members smallint not null default 10 check (max_members between 2 and 30),
    record smallint not null default 0,
    enter_muted smallint not null default 0,
    tone smallint not null default 1,
    wait_for_host smallint not null default 0,
    enable smallint not null default 1,
    remark text not null default '',
    owner_id text not null default '',
    created_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, code)
  );
  ${protect("meeting_room", "select, insert, update, delete")}
  ${grantSystem("meeting_room")}

  create table meeting_member (
    comp_id text not null,
    id text not null,
    room_id text not null,
    kind text not null check (kind in ('seat', 'extension', 'number', 'contact')),
    value text not null,
    name text not null default '',
    host smallint not null default 0,
    auto_invite smallint not null default 1,
    primary key (comp_id, id),
    unique (comp_id, room_id, kind, value),
    foreign key (comp_id, room_id) references meeting_room on delete cascade
  );
  ${protect("meeting_member", "select, insert, update, delete")}
  ${grantSystem("meeting_member")}

  create table meeting (
    comp_id text not null,
    meeting_id text not null,
    room_id text not null,
    name text not null,
    opened_by text not null,
    start_at timestamptz not null,
    end_at timestamptz,
    members jsonb not null default '[]',
    primary key (comp_id, meeting_id)
  );
  create index meeting_start on meeting (comp_id, start_at);
  ${protect("meeting", "select")}
  ${grantSystem("meeting")}
`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table meeting; drop table meeting_member; drop table meeting_room;").execute(db);
  },
};
