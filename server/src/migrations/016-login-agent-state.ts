/** What a seat is for chats after it signed in: 0 signed in, 1 signed out (console.md section 4). */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const loginAgentState: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "alter table seat add column login_agent_state smallint not null default 0 check (login_agent_state in (0, 1));",
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw("alter table seat drop column login_agent_state;").execute(db);
  },
};
