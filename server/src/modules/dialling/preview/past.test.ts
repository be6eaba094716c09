/** A paused task whose last day passes: it ends as a running one does, without an engine. */
import { formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { dialTaskApi, previewTaskApi } from "@liantai/api/contract/admin";
import type { Office } from "../../../testing/office.ts";
import { createTaskRegister } from "../../tasks/index.ts";
import { subscribe } from "../../topics.ts";
import { sweepPast } from "../tasks/past.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, progress } = previewDesk((desk) => ({ office } = desk));

const promise = (taskId: string, id: string, at: number) =>
  office.agent.call(previewTaskApi.reschedule, { body: { taskId, id, nextAt: formatTime(at) } });
const tenant = <T>(run: Parameters<Office["ports"]["database"]["tenant"]>[1]) =>
  office.ports.database.tenant(compId, run) as Promise<T>;
const reminderOf = (id: string) =>
  tenant<{ doneAt: Date | null; tellAt: Date | null }>((trx) =>
    trx.selectFrom("reminder").selectAll().where("subject", "=", `promise/${id}`).executeTakeFirstOrThrow(),
  );
const found = (id: string) => office.administrator.call(dialTaskApi.findById, { body: { id } });
const endsAt = (id: string, at: number | null) =>
  tenant((trx) =>
    trx
      .updateTable("task")
      .set({ untilAt: at === null ? null : new Date(at) })
      .where("id", "=", id)
      .execute(),
  );
const pause = (id: string) => office.administrator.call(dialTaskApi.pause, { body: { id } as never });
const sweep = () => sweepPast(office.ports, createTaskRegister(office.ports));
let phones = 0;
const phone = () => ({ phone: `133${String((phones += 1)).padStart(8, "0")}` });

test("D67 a paused task whose last day passes ends its promises, pages that show one hear so, and what is in hand goes back", async () => {
  const { clock, broker } = office.ports;
  const id = await made({ results: [] }, { count: 3, phone });
  const [shown, waits] = [await took(id), clock.now() + 2 * hourMs];
  const soon = clock.now() + minuteMs;
  await promise(id, shown.id, soon);
  const later = await took(id);
  await promise(id, later.id, waits);
  const hand = await took(id);
  await clock.advance(minuteMs);
  await endsAt(id, clock.now() + 1_000);
  await pause(id);
  await sweep();
  expect((await reminderOf(shown.id)).doneAt).toBeNull();
  expect((await found(id)).progress).toMatchObject({ live: 1, retry: 2 });
  await clock.advance(1_000);
  const told: unknown[] = [];
  const end = await subscribe(broker, "message.send", ({ message }) => void told.push(message));
  await sweep();
  await sweep();
  await end();
  expect(told).toEqual([{ type: "reminderOver", reminder: `promise/${shown.id}/${soon}`, withdrawn: 0 }]);
  expect(await reminderOf(later.id)).toMatchObject({ doneAt: new Date(clock.now()), tellAt: null });
  expect(await found(id)).toMatchObject({ state: "expired", endedAt: formatTime(clock.now()) });
  expect(await progress(id)).toMatchObject({ waiting: 1, live: 0, retry: 2 });
  expect(await office.agent.call(previewTaskApi.current, { body: {} })).toMatchObject({ number: null });
  expect(hand.id).not.toBe(later.id);
});

test("D67 with a later last day it is paused again, and ends once more", async () => {
  const { clock } = office.ports;
  const id = await made({ results: [], accessNumbers: [] }, { count: 1, phone });
  await pause(id);
  await endsAt(id, clock.now());
  await sweep();
  const past = await found(id);
  expect(past.state).toBe("expired");
  const untilAt = formatTime(clock.now() + hourMs);
  await office.administrator.call(dialTaskApi.update, { body: { ...past, agentIds: ["1001"], untilAt } as never });
  expect(await found(id)).toMatchObject({ state: "paused", endedAt: null });
  await clock.advance(hourMs);
  await sweep();
  expect(await found(id)).toMatchObject({ state: "expired", endedAt: untilAt });
});

test("D67 whoever keeps dialling looks each minute", async () => {
  const { clock } = office.ports;
  const id = await made({ results: [] }, { count: 1, phone });
  await took(id);
  await tenant((trx) => trx.updateTable("task_seat").set({ participateStatus: 0 }).where("taskId", "=", id).execute());
  await clock.advance(minuteMs);
  for (let tries = 0; (await progress(id)).live > 0 && tries < 50; tries += 1) await new Promise(setImmediate);
  expect(await progress(id)).toMatchObject({ waiting: 1, live: 0 });
});
