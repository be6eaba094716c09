/**
 * What a call left unknown before is looked up with each sentence that the knowledge base does not answer, and an agent's own messages with
 * each 待办 and each change of them: neither had an index that leads there.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const callsAndMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `create index heard_sentence_call on heard_sentence (comp_id, call_id);
        create index queued_contact_own on queued_contact (comp_id, agent_id, asked_at)
          where kind = 'voicemail' and state = 'waiting' and agent_id is not null;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop index queued_contact_own; drop index heard_sentence_call;`).execute(db);
  },
};
