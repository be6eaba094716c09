/** C10 of dialling: counters of tasks are what they count whatever happens to their numbers, and are set right where they are not. */
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { openDialOffice, type DialOffice } from "../../testing/dial-office.ts";
import { reconcileProgress, reconcileQueue, startReconciling } from "./reconciling.ts";

let o: DialOffice;
let id: string;
const compId = "100001";
const phones = Array.from({ length: 8 }, (_, n) => `1380000010${n}`);
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

const differences = async () => (await reconcileProgress(o.ports)).differences;
const shown = async () => {
  const body = { pageNo: 1, pageSize: 20, ftype: 4 as const };
  return (await o.administrator.call(dialTaskApi.list, { body })).list.find((task) => task.id === id)!.progress;
};

test("C10 D14 dialled, answered, refused, tried again, stopped and recalled: the counters hold at every step", async () => {
  const retries = [{ codes: [588], afterMin: 1, times: 1, otherSlot: 0 as const, otherNumber: 0 as const }];
  id = await o.runs({ taskIdentity: "计数", concurrency: 4, retries, ringS: 30 }, phones);
  expect(await differences()).toEqual([]);
  await o.advance(2_000);
  const [first, second, third, fourth] = phones.slice(0, 4).map((phone) => o.at(phone)[0]!);
  expect(await differences()).toEqual([]);
  expect(await shown()).toMatchObject({ total: 8, live: 4, waiting: 4, attempts: 4, answered: 0 });
  o.sw.pickUp(first!);
  o.sw.leave(second!, "busy", { sipCode: 486 });
  o.sw.leave(third!, "not-found", { sipCode: 404, q850: 1 });
  o.sw.pickUp(fourth!);
  await o.advance(3_000);
  expect(await differences()).toEqual([]);
  o.sw.leave(first!);
  o.sw.leave(fourth!);
  await o.advance(1_000);
  expect(await shown()).toMatchObject({ total: 8, done: 3, retry: 1, live: 4, answered: 2, attempts: 8 });
  expect(await differences()).toEqual([]);
  const { list } = await o.administrator.call(taskPhoneApi.list, { body: { taskId: id, pageNo: 1, pageSize: 20 } });
  const ids = list.map((row) => row.id);
  const stop = () => o.administrator.call(taskPhoneApi.stop, { body: { taskId: id, ids } });
  // Four of them are called: for the last time (D66).
  expect((await stop()).count).toBe(5);
  expect(await differences()).toEqual([]);
  for (const phone of phones) for (const leg of o.at(phone)) o.sw.leave(leg, "busy", { sipCode: 486 });
  await o.advance(1_000);
  expect(await shown()).toMatchObject({ done: 3, retry: 0, live: 0, stopped: 5 });
  expect(await differences()).toEqual([]);
  expect((await stop()).count).toBe(0);
  expect((await o.administrator.call(taskPhoneApi.recall, { body: { taskId: id, ids } })).count).toBe(8);
  expect(await differences()).toEqual([]);
  // The task runs: its engine may have taken some of them by now.
  const { waiting, live } = await shown();
  expect(waiting + live).toBe(8);
});

test("C10 D14 counters that are wrong are told and set right at night, those of another task left alone", async () => {
  const other = await o.runs({ taskIdentity: "别的", concurrency: 1 }, ["13800000200"]);
  await o.advance(1_000);
  const before = await shown();
  await o.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("dial_progress")
      .set((e) => ({ live: e("live", "+", 3), attempts: e("attempts", "-", 2), talkMs: 1 }))
      .where("taskId", "=", id)
      .execute(),
  );
  const errors: Record<string, unknown>[] = [];
  const work = new Map<string, (data: { readonly at: number }) => Promise<void>>();
  const end = await startReconciling({
    ...o.ports,
    logger: { ...o.ports.logger, error: (fields: Record<string, unknown>) => void errors.push(fields) } as never,
    jobs: {
      ...o.ports.jobs,
      send: async () => undefined,
      work: async (queue, run) => void work.set(queue, run as never),
    },
  });
  await work.get(reconcileQueue)!({ at: o.clock.now() });
  expect(errors).toEqual([
    expect.objectContaining({
      found: 1,
      differences: [
        expect.objectContaining({
          taskId: id,
          was: expect.objectContaining({ live: before.live + 3, attempts: before.attempts - 2 }),
          is: expect.objectContaining({ live: before.live, attempts: before.attempts }),
        }),
      ],
    }),
  ]);
  expect(await shown()).toEqual(before);
  expect(await differences()).toEqual([]);
  end();
  expect(other).not.toBe(id);
});
