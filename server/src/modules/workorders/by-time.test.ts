/** W67: orders by when they were made are read in that order, and not sorted out of all that there are. */
import { sql } from "kysely";
import { openOffice, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => void (office = await openOffice()));
afterAll(() => office?.close());

test("W67 an enterprise's newest orders, and those of a day, come out of an index on their time", async () => {
  const planOf = (more: string) =>
    office.ports.database.system(async (trx) => {
      // The table is empty: nothing but the way that is asked for says anything.
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<{
        "QUERY PLAN": string;
      }>`explain select * from work_order where comp_id = '100001' ${sql.raw(more)}`.execute(trx);
      return rows.map((row) => Object.values(row)[0]).join("\n");
    });
  const newest = await planOf("order by created_at desc, id desc limit 20");
  expect(newest).toContain("work_order_made");
  expect(newest).not.toContain("Sort");
  expect(await planOf("and created_at >= '2026-11-01' and created_at < '2026-11-02'")).toContain("work_order_made");
});
