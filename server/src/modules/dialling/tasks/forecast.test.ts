/** 试算 and 回放 through the front door: the enterprise's own history, the price of the number, days and what they were. */
import { dialTaskApi, taskReplayApi } from "@liantai/api/contract/admin";
import { epochOf, hourMs } from "@liantai/api/contract";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { addAttempt, addPhones, addTask, compId, demoThings } from "./testing.ts";

let office: Office;
let admin: Person;
let number = "";

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  number = (await demoThings(office)).numbers[0]!;
  await office.ports.database.system((trx) =>
    trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", number).execute(),
  );
});
afterAll(() => office?.close());

const date = "2026-03-01";
const at = (time: string): number => epochOf(`${date} ${time}:00`);

/** Every other call is answered and talks 100 s; every eighth is abandoned. */
async function addDay(id: string, calls: number): Promise<void> {
  for (let n = 0; n < calls; n += 1) {
    const startedAt = new Date(at("10:00") + n * 30_000);
    const after = (ms: number) => new Date(startedAt.getTime() + ms);
    const answered = { code: 200, answerer: "person" as const, answeredAt: after(10_000) };
    const talked = {
      ...answered,
      connectedAt: after(11_000),
      agentId: "1001",
      talkMs: 100_000,
      endedAt: after(111_000),
    };
    const fate =
      n % 8 === 0
        ? { ...answered, abandoned: 1, endedAt: after(14_000) }
        : n % 2 === 0
          ? talked
          : { code: 594, endedAt: after(30_000) };
    await addAttempt(office, id, {
      startedAt,
      phoneId: `p${n}`,
      phone: `1390000${String(n).padStart(4, "0")}`,
      ...fate,
    });
  }
}

test("D40 a forecast is of the enterprise's own calls and of the price of the number that is shown", async () => {
  const made = { mode: "progressive", wrapUpS: 20, retries: [], accessNumbers: [number] } as const;
  const id = await addTask(admin, { taskIdentity: "试算", ...made, retries: [] });
  await addPhones(
    office,
    id,
    Array.from({ length: 40 }, () => ({})),
  );
  const forecast = (agents: number) => admin.call(dialTaskApi.forecast, { body: { id, agents } });
  const usual = await forecast(2);
  expect(usual).toMatchObject({ calls: 0, numbers: 40, answerRate: 0.35, talkS: 120, runs: 9 });
  expect(usual.expectedCalls).toEqual({ low: 40, middle: 40, high: 40 });
  expect(usual.abandoned.high).toBe(0);
  expect(usual.cost.middle).toBeGreaterThan(usual.expectedAnswers.middle * 0.15);
  expect(usual.endsAt.high).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect((await refused(forecast(0))).fields[0]?.path).toBe("agents");
  await addDay(id, 120);
  const own = await forecast(2);
  expect(own.calls).toBe(120);
  expect(own.answerRate).toBeCloseTo((60 + 0.35 * 30) / 150, 6);
  // 45 talks of 100 s beside twenty of 120.
  expect(own.talkS).toBe(106);
  const { low, high } = own.expectedAnswers;
  expect(high - low).toBeLessThan(usual.expectedAnswers.high - usual.expectedAnswers.low + 6);
  expect((await forecast(4)).hours.middle).toBeLessThan(own.hours.middle);
});

test("D41 a day is told as it was, and beside it what other settings would have made of it", async () => {
  const id = await addTask(admin, { taskIdentity: "回放", mode: "progressive", wrapUpS: 10, retries: [] });
  await addDay(id, 80);
  expect(await admin.call(taskReplayApi.days, { body: { id } })).toEqual([
    { date, calls: 80, agents: 1, from: "10:00", to: "10:40" },
  ]);
  const replay = (more: object = {}) =>
    admin.call(taskReplayApi.replay, {
      body: { id, date, agents: 5, mode: "progressive", from: "10:00", to: "18:00", ...more } as never,
    });
  const { numbers, was, wouldBe } = await replay();
  expect(numbers).toBe(80);
  expect(was).toMatchObject({
    calls: 80,
    answered: 40,
    connected: 30,
    abandoned: 10,
    abandonedShare: 0.25,
    talkS: 3_000,
  });
  expect(was.hours).toBeCloseTo((78 * 30_000 + 111_000) / hourMs, 6);
  expect(wouldBe).toMatchObject({ calls: 80, answered: 40, connected: 40, abandoned: 0, talkS: 4_000, left: 0 });
  expect((await replay({ agents: 10 })).wouldBe.hours).toBeLessThan(wouldBe.hours);
  const short = (await replay({ to: "10:05" })).wouldBe;
  expect(short.calls + short.left).toBe(80);
  expect(short.left).toBeGreaterThan(0);
  const again = [{ codes: [594], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 0 }];
  expect((await replay({ retries: again })).wouldBe.calls).toBe(120);
  expect((await refused(replay({ date: "2026-02-01" }))).msg).toBe("该任务当天没有呼叫，请选择其他日期");
  expect((await refused(replay({ to: "09:00" }))).fields[0]?.path).toBe("to");
});

test("D41 nobody replays a task of a kind whose page he does not have, or of another enterprise", async () => {
  const id = await addTask(admin, { taskIdentity: "别人的", retries: [] });
  expect((await refused(office.agent.call(taskReplayApi.days, { body: { id } }))).code).toBe(403);
  await office.ports.database.tenant(compId, (trx) => trx.deleteFrom("task").where("id", "=", id).execute());
  expect((await refused(admin.call(taskReplayApi.days, { body: { id } }))).msg).toBe("任务不存在或已被删除");
});
