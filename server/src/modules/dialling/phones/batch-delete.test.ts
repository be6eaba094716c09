/** A large batch is deleted in turns: nobody waits for the task as long as all of them take. */
import { taskPhoneApi } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Office } from "../../../testing/office.ts";
import { countProgress, moveProgress } from "../progress-repository.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
const [dialled, all] = [4_000, 4_003] as const;
let office: Office;
const { made, progress } = previewDesk((desk) => ({ office } = desk));

test("D56 the numbers of a batch that is deleted are stopped in turns of 2,000, all of them; the others are gone", async () => {
  const id = await made({}, { count: all });
  await office.ports.database.tenant(compId, async (trx) => {
    await trx
      .updateTable("dial_phone")
      .set({ state: "retry", attempts: 1, nextAt: new Date(office.ports.clock.now()) })
      .where("taskId", "=", id)
      .where("position", "<", dialled)
      .execute();
    await countProgress(trx, compId, id, moveProgress("waiting", "retry", dialled));
  });
  const del = () => office.administrator.call(taskPhoneApi.batchDelete, { body: { taskId: id, ids: [`${id}-b`] } });
  expect(await del()).toEqual({ count: 3 });
  const turns = await office.ports.database.tenant(compId, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from dial_phone where task_id = ${id} and state = 'stopped' and reason = '批次已删除'
      group by xmin::text`.execute(trx);
    return rows.map(({ n }) => n);
  });
  expect(turns).toEqual([2_000, 2_000]);
  expect(await progress(id)).toMatchObject({ waiting: 0, retry: 0 });
  const log = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("operation_log").selectAll().where("objectId", "=", id).execute(),
  );
  expect(log).toHaveLength(1);
});
