/**
 * Web chats (decision 105): sites, the visitors of their pages, conversations with what was said in them and the steps of their flows, and
 * how agents are at chats. What the flow goes on from stands with its conversation, sealed, and is written in the transaction of what it
 * said: whoever comes next, in whichever process, goes on there.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { namesOfFlows, namesOfRecords } from "./row-names.ts";
import { grantSystem, protect } from "./tenancy.ts";

const tables = ["chat_site", "chat_visitor", "chat_session", "chat_message", "chat_track", "chat_agent"];

const plan = `
        create table chat_site (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          web_name text not null,
          web_key text not null unique,
          title text not null,
          color text not null,
          greeting text not null default '',
          target_kind text not null check (target_kind in ('flow', 'skillGroup')),
          target_id text not null,
          time_rule_id text not null default '',
          off_words text not null default '',
          idle_minutes smallint not null default 10 check (idle_minutes between 1 and 120),
          max_waiting smallint not null default 50 check (max_waiting between 0 and 1000),
          enabled smallint not null default 1 check (enabled in (0, 1)),
          remark text not null default '',
          created_at timestamptz not null,
          primary key (comp_id, id),
          unique (comp_id, web_name)
        );
        create table chat_visitor (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          secret_hash text not null,
          nick text not null,
          page text not null default '',
          device text not null default '',
          first_at timestamptz not null,
          last_at timestamptz not null,
          primary key (comp_id, id),
          unique (comp_id, secret_hash)
        );
        create table chat_session (
          comp_id text not null references enterprise on delete cascade,
          id text not null,
          site_id text not null,
          visitor_id text not null,
          status text not null check (status in ('flow', 'waiting', 'talking', 'closed')),
          flow_id text not null default '',
          flow_version_id text not null default '',
          flow_name text not null default '',
          -- Sealed JSON of what its flow goes on from; '': it is in none.
          flow_state text not null default '',
          -- The robot line that its flow holds; '': none.
          robot_line_id text not null default '',
          -- When something of the flow, the wait or the silence falls due.
          due_at timestamptz,
          skill_group_id text not null default '',
          agent_id text not null default '',
          -- Who waits: since when he counts as waiting, and until when; of a transfer to one seat, which.
          queued_at timestamptz,
          wait_until timestamptz,
          priority_ms integer not null default 0,
          asked_agent_id text not null default '',
          started_at timestamptz not null,
          answered_at timestamptz,
          ended_at timestamptz,
          end_reason text not null default '',
          -- The last word of the visitor.
          heard_at timestamptz not null,
          last_seq integer not null default 0,
          last_text text not null default '',
          last_at timestamptz not null,
          -- Up to where either side has read.
          agent_read integer not null default 0,
          visitor_read integer not null default 0,
          score smallint,
          -- 1: he left a message for somebody; his page need not be open when it is taken.
          left_message smallint not null default 0,
          primary key (comp_id, id),
          foreign key (comp_id, visitor_id) references chat_visitor (comp_id, id) on delete cascade
        );
        create unique index chat_session_open on chat_session (comp_id, site_id, visitor_id) where status <> 'closed' and left_message = 0;
        create index chat_session_due on chat_session (due_at) where due_at is not null;
        create index chat_session_waiting on chat_session (comp_id, queued_at) where status = 'waiting';
        create index chat_session_agent on chat_session (comp_id, agent_id, started_at);
        create index chat_session_talking on chat_session (comp_id, agent_id) where status = 'talking';
        create index chat_session_site on chat_session (comp_id, site_id, started_at);
        create index chat_session_started on chat_session (comp_id, started_at, id);
        create index chat_session_line on chat_session (comp_id, robot_line_id) where robot_line_id <> '';
        create index chat_session_visitor on chat_session (comp_id, visitor_id, started_at);
        create table chat_message (
          comp_id text not null references enterprise on delete cascade,
          session_id text not null,
          seq integer not null,
          id text not null,
          sender text not null check (sender in ('visitor', 'robot', 'agent', 'system')),
          sender_id text not null default '',
          sender_name text not null default '',
          msg_type smallint not null,
          content text not null,
          keys jsonb,
          guid text not null default '',
          created_at timestamptz not null,
          primary key (comp_id, session_id, seq),
          unique (comp_id, id),
          foreign key (comp_id, session_id) references chat_session (comp_id, id) on delete cascade
        );
        create unique index chat_message_guid on chat_message (comp_id, session_id, sender, guid) where guid <> '';
        create table chat_track (
          comp_id text not null references enterprise on delete cascade,
          session_id text not null,
          n integer not null,
          -- The message that it stands after.
          seq integer not null,
          action text not null,
          node_id text not null default '',
          node_name text not null default '',
          text text not null default '',
          created_at timestamptz not null,
          primary key (comp_id, session_id, n),
          foreign key (comp_id, session_id) references chat_session (comp_id, id) on delete cascade
        );
        create table chat_agent (
          comp_id text not null references enterprise on delete cascade,
          agent_id text not null,
          status text not null check (status in ('online', 'busy', 'offline')),
          changed_at timestamptz not null,
          -- Its last conversation: who waited longest for one comes first.
          given_at timestamptz,
          -- A page of it was connected then, at the latest; a minute later it counts as away.
          seen_at timestamptz not null,
          primary key (comp_id, agent_id)
        );
`;

export const webChats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `${plan}
        ${tables.map((table) => `${protect(table, "select, insert, update, delete")} ${grantSystem(table)}`).join("\n")} ${namesOfFlows}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        namesOfRecords +
          [...tables]
            .reverse()
            .map((table) => `drop table ${table};`)
            .join(" "),
      )
      .execute(db);
  },
};
