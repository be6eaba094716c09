/** Who promised a call is reminded of it, on whichever page he is. */
import { formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { dialTaskApi, previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import { subscribe } from "../../topics.ts";
import { refuse } from "../refusals/refuse.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, called } = previewDesk((desk) => ({ office } = desk));

const promise = (taskId: string, id: string, at: number) =>
  office.agent.call(previewTaskApi.reschedule, { body: { taskId, id, nextAt: formatTime(at) } });
const reminders = (id: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx
      .selectFrom("reminder as r")
      .innerJoin("account as a", "a.id", "r.accountId")
      .select(["r.key", "r.dueAt", "r.tellAt", "r.doneAt", "r.message", "a.agentId"])
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

/** What pages are told meanwhile that shows a reminder is over. */
async function toldOver(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const end = await subscribe(office.ports.broker, "message.send", ({ message }) => {
    if (message.type === "reminderOver") told.push(message);
  });
  await work();
  await end();
  return told;
}

const phone = (at: number) => ({ phone: `137${String(at).padStart(8, "0")}` });
const administrator = <T>(press: (who: Office["administrator"]) => Promise<T>) => press(office.administrator);
let refusing = 10;

test.each<readonly [string, (taskId: string, id: string, number: string) => Promise<unknown>]>([
  ["the customer refuses calls", (_, id, number) => refuse(office.ports, { compId, number, phoneId: id, by: "按键" })],
  ["it is stopped", (taskId, id) => administrator((a) => a.call(taskPhoneApi.stop, { body: { taskId, ids: [id] } }))],
  [
    "it is to be called again at once",
    (taskId, id) => administrator((a) => a.call(taskPhoneApi.recall, { body: { taskId, ids: [id] } })),
  ],
  [
    "its batch is deleted",
    (taskId) => administrator((a) => a.call(taskPhoneApi.batchDelete, { body: { taskId, ids: [`${taskId}-b`] } })),
  ],
  [
    "the task is stopped",
    (taskId) => administrator((a) => a.call(dialTaskApi.stop, { body: { id: taskId } as never })),
  ],
  [
    "the task is deleted",
    (taskId) =>
      administrator(async (a) => {
        await a.call(dialTaskApi.pause, { body: { id: taskId } as never });
        await a.call(dialTaskApi.delete, { body: { ids: [taskId] } });
      }),
  ],
])(
  "D65 nobody is reminded of a promised number when %s, pages that show it hear so, and others are reminded",
  async (_, ends) => {
    const at = office.ports.clock.now() + hourMs;
    const other = await made({ results: [] }, { count: 1, phone: () => phone((refusing += 1)) });
    const kept = await took(other);
    await promise(other, kept.id, at);
    const number = phone((refusing += 1));
    const id = await made({ results: [] }, { count: 1, phone: () => number });
    const promised = await took(id);
    await promise(id, promised.id, at);
    // Not due yet: no page shows it.
    expect(await toldOver(() => ends(id, promised.id, number.phone))).toEqual([]);
    expect(await reminders(promised.id)).toEqual([expect.objectContaining({ doneAt: expect.any(Date), tellAt: null })]);
    expect(await reminders(kept.id)).toEqual([expect.objectContaining({ doneAt: null, tellAt: new Date(at) })]);
    const later = phone((refusing += 1));
    const due = await made({ results: [] }, { count: 1, phone: () => later });
    const shown = await took(due);
    const soon = office.ports.clock.now() + minuteMs;
    await promise(due, shown.id, soon);
    await office.ports.clock.advance(minuteMs);
    const told = await toldOver(() => ends(due, shown.id, later.phone));
    expect(told).toEqual([{ type: "reminderOver", reminder: `promise/${shown.id}/${soon}`, withdrawn: 0 }]);
  },
);

test("D65 nobody is reminded of a promised number when another of the person succeeds", async () => {
  const ofPerson = (n: number) => ({ ...phone(90 + n), person: "王女士" });
  const id = await made({ results: [], order: "first" }, { count: 2, phone: ofPerson });
  const promised = await took(id);
  const at = office.ports.clock.now() + minuteMs;
  await promise(id, promised.id, at);
  await took(id);
  await office.ports.clock.advance(minuteMs);
  expect(await toldOver(() => called(id, ofPerson(1).phone, 200))).toEqual([
    { type: "reminderOver", reminder: `promise/${promised.id}/${at}`, withdrawn: 0 },
  ]);
  expect(await reminders(promised.id)).toEqual([expect.objectContaining({ doneAt: expect.any(Date), tellAt: null })]);
});

test("D65 nobody promises a call for a task that was stopped while he had the number", async () => {
  const id = await made({ results: [] }, { count: 1, phone: () => phone((refusing += 1)) });
  const hand = await took(id);
  await office.administrator.call(dialTaskApi.stop, { body: { id } as never });
  const at = office.ports.clock.now() + hourMs;
  expect((await refused(promise(id, hand.id, at))).msg).toBe("任务已停止，不能预约回呼");
  expect(await reminders(hand.id)).toEqual([]);
});
