/**
 * How often speech cut a wording off in a stay at a node, and how often nothing was understood of it. Of calls of before both are 0 until a
 * rebuild reads the log again.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The index covers the sums of the counters. */
const index = (more: string): string =>
  `create index flow_stay_flow on flow_stay (comp_id, flow_id, entered_at)
    include (version_id, node_id, "exit", outcome, stay_ms${more});`;

export const falseBargeIns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table flow_stay add column barge_ins integer not null default 0,
          add column false_barge_ins integer not null default 0;
        drop index flow_stay_flow;
        ${index(", barge_ins, false_barge_ins")}`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index flow_stay_flow;
        alter table flow_stay drop column barge_ins, drop column false_barge_ins;
        ${index("")}`,
      )
      .execute(db);
  },
};
