/** Who promised a call is reminded of it, on whichever page he is. */
import { formatTime, hourMs } from "@liantai/api/contract";
import { previewTaskApi } from "@liantai/api/contract/admin";
import type { Office } from "../../../testing/office.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took } = previewDesk((desk) => ({ office } = desk));

const promise = (taskId: string, id: string, at: number) =>
  office.agent.call(previewTaskApi.reschedule, { body: { taskId, id, nextAt: formatTime(at) } });
const reminders = (id: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx
      .selectFrom("reminder as r")
      .innerJoin("account as a", "a.id", "r.accountId")
      .select(["r.key", "r.dueAt", "r.doneAt", "r.message", "a.agentId"])
      .where("r.subject", "=", `promise/${id}`)
      .execute(),
  );

test("D65 a promise is a reminder of its seat at its time; promised anew there is one; who takes the number ends it", async () => {
  const id = await made({ results: [] }, { count: 1 });
  const first = await took(id);
  const at = office.ports.clock.now() + hourMs;
  await promise(id, first.id, at);
  expect(await reminders(first.id)).toMatchObject([
    {
      ...{ key: `promise/${first.id}/${at}`, dueAt: new Date(at), doneAt: null, agentId: "1001" },
      message: {
        type: "FEEDBACKPROCESSING",
        content: { title: "预约回呼", des: `任务「任务${id}」有客户到了预约回呼的时间`, id },
      },
    },
  ]);
  await office.ports.clock.advance(hourMs);
  expect((await took(id)).id).toBe(first.id);
  const taken = await reminders(first.id);
  expect(taken).toHaveLength(1);
  expect(taken[0]!.doneAt).toEqual(new Date(office.ports.clock.now()));
  const later = office.ports.clock.now() + 2 * hourMs;
  await promise(id, first.id, later);
  expect(await reminders(first.id)).toMatchObject([{ dueAt: new Date(later), doneAt: null }]);
});
