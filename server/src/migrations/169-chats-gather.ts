/** What flows of conversations gathered for forms, and what became of it (docs/protocol.md, J84): as flow_form_record is for calls. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

export const chatsGather: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create table chat_gathered (
          comp_id text not null references enterprise on delete cascade,
          session_id text not null,
          -- Its place among the flows that led the conversation, from 1.
          n integer not null,
          form_id text not null,
          flow_name text not null default '',
          -- A robot's line was held for it.
          robot smallint not null default 0 check (robot in (0, 1)),
          -- By field; values that were gathered in secret are in none, and 1 says that there were some.
          "values" jsonb not null,
          secret smallint not null default 0 check (secret in (0, 1)),
          written_at timestamptz,
          form_name text not null default '',
          record_id text not null default '',
          refusal text not null default '',
          primary key (comp_id, session_id, n),
          foreign key (comp_id, session_id) references chat_session (comp_id, id) on delete cascade
        );
        create index chat_gathered_open on chat_gathered (comp_id, session_id) where written_at is null;
        ${protect("chat_gathered", "select, insert, update, delete")} ${grantSystem("chat_gathered")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("drop table chat_gathered").execute(db);
  },
};
