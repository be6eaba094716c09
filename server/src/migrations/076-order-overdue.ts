/** Which orders have overrun a limit: the limit itself is gone once it has fired. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Orders that go on and were raised before this column: since their last event 100. Of the node when it was the present one's. */
const known = `
  update work_order o set overdue_at = e.at, overdue_by = e.by from (
    select distinct on (comp_id, stream_id) comp_id, stream_id, at, coalesce(data->>'limit', 'node') as by, data->>'node' as node
    from event where stream = 'order' and type = 'timedOut' order by comp_id, stream_id, seq desc
  ) e
  where e.comp_id = o.comp_id and e.stream_id = o.id and o.state not in ('done', 'deleted') and (e.by = 'order' or e.node = o.node_name);
`;

export const orderOverdue: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table work_order add column overdue_at timestamptz;
         alter table work_order add column overdue_by text not null default '';
         ${known}
         create index work_order_overdue on work_order (comp_id, overdue_at) where overdue_at is not null;
         create index work_order_due on work_order (comp_id, due_at) where due_at is not null;`,
      )
      .execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql
      .raw(
        `drop index work_order_due;
         drop index work_order_overdue;
         alter table work_order drop column overdue_at, drop column overdue_by;`,
      )
      .execute(db);
  },
};
