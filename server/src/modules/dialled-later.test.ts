/** Numbers that a check refuses for now: they keep their place until it says yes again. */
import { dayMs, hourMs, minuteMs } from "@liantai/api/contract";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { createCallScreening } from "./trunks/index.ts";
import { attempts, diallers, joins, ledger, makeTask, phones, taskRow } from "../testing/dial-floor.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const one = "13800138001";
const ringing = (user: string) => s.sw.at(user)[0]!;

beforeEach(async () => {
  await stage();
});

async function agent(taskId: string, agentId: string) {
  const page = await s.ready(agentId);
  await joins(s, taskId, agentId);
  return page;
}

const skipped = async () =>
  (await ledger(s)).filter(({ kind }) => kind === "skipped").map(({ body }) => JSON.parse(body));

test("D50 D4 whom a call was abandoned with is dialled ahead of the agents again 72 hours later, and not dropped", async () => {
  const user = await s.called(one);
  const first = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio" });
  const page = await agent(first, "1001");
  const leg = ringing(user);
  await page.command("setState", { state: "2" });
  s.sw.pickUp(leg);
  const answeredAt = s.ports.clock.now();
  await s.advance(2_000);
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, first)).toMatchObject([{ abandoned: 1 }]);
  await s.advance(hourMs);
  const id = await makeTask(s, { agents: ["1002"], phones: [one], mode: "predictive" });
  await agent(id, "1002");
  await s.advance(1_000);
  const reason = expect.stringContaining("72 小时内不再预测外呼");
  const again = answeredAt + 3 * dayMs;
  expect(await phones(s, id)).toMatchObject([{ state: "retry", attempts: 0, reason, nextAt: new Date(again) }]);
  expect(await taskRow(s, id)).toMatchObject({ state: "running", waitsFor: "等待重拨时间" });
  expect(await skipped()).toMatchObject([{ check: "attempts", state: "retry", nextAt: again }]);
});

test("D50 D6 a number over its frequency is dialled when a call too many leaves the days, and the task waits", async () => {
  const first = await s.called(one);
  const before = await makeTask(s, {
    ...{ agents: ["1001"], phones: [one] },
    retries: [{ codes: [588], afterMin: 5, times: 2, otherSlot: 0, otherNumber: 0 }],
  });
  await agent(before, "1001");
  const began: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const { startedAt } = (await attempts(s, before)).at(-1)!;
    began.push(startedAt.getTime());
    s.sw.leave(ringing(first), "busy", { sipCode: 486 });
    await s.advance(5 * minuteMs + 1_000);
  }
  expect(await attempts(s, before)).toHaveLength(3);
  // Of three calls two are one too many: the second has to leave.
  const id = await makeTask(s, { agents: ["1002"], phones: [one], frequencyDays: 1, frequencyCalls: 2 });
  await agent(id, "1002");
  await s.advance(1_000);
  const [row] = await phones(s, id);
  expect(row).toMatchObject({ state: "retry", attempts: 0, reason: "近 1 天已呼叫 3 次，频次上限 2 次" });
  const room = began[1]! + dayMs;
  expect(row!.nextAt!.getTime() - room).toBe(1);
  expect(await taskRow(s, id)).toMatchObject({ state: "running", waitsFor: "等待重拨时间" });
  await s.advance(room - s.ports.clock.now() - 1_000);
  const user = await s.called(one);
  expect(s.sw.at(user)).toEqual([]);
  await s.advance(2_000);
  expect(s.sw.at(user)).toHaveLength(1);
});

test("D50 D6 a number whose check says yes only after the task's last day is through", async () => {
  const user = await s.called(one);
  const before = await makeTask(s, { agents: ["1001"], phones: [one], retries: [] });
  await agent(before, "1001");
  s.sw.leave(ringing(user), "busy", { sipCode: 486 });
  await s.advance(1_000);
  const untilAt = s.ports.clock.now() + hourMs;
  const id = await makeTask(s, { agents: ["1002"], phones: [one], untilAt, frequencyDays: 1, frequencyCalls: 1 });
  await agent(id, "1002");
  await s.advance(2_000);
  expect(await phones(s, id)).toMatchObject([{ state: "skipped", nextAt: null }]);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
});

test("D6 a retry comes no sooner than the enterprise's call limit wants, and then it is not refused", async () => {
  await stage({ screen: (call) => createCallScreening(s.ports, { rights: async () => [] as never })(call) });
  await s.ports.database.tenant(s.compId, (trx) =>
    trx
      .insertInto("call_limit")
      .values({
        ...{
          compId: s.compId,
          id: "limit",
          name: "间隔",
          direction: "out",
          prefixes: "138",
          kind: "limit",
          enabled: 1,
        },
        ...{ hours: JSON.stringify([]), perNumberPerDay: 0, minIntervalS: 720, remark: "" },
      })
      .execute(),
  );
  const user = await s.called(one);
  const retries = [{ codes: [588], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries });
  await agent(id, "1001");
  s.sw.leave(ringing(user), "busy", { sipCode: 486 });
  await s.settle();
  const endedAt = s.ports.clock.now();
  expect((await phones(s, id))[0]!.nextAt).toEqual(new Date(endedAt + 720_000));
  await s.advance(721_000);
  expect(s.sw.at(user)).toHaveLength(1);
  expect(await skipped()).toEqual([]);
});

test("D55 whose customer complained of a call of another task is dialled a month later, and why stands with the number", async () => {
  const user = await s.called(one);
  const before = await makeTask(s, { agents: ["1001"], phones: [one], retries: [] });
  await agent(before, "1001");
  s.sw.leave(ringing(user), "busy", { sipCode: 486 });
  await s.advance(1_000);
  const [{ endedAt } = { endedAt: null }] = await attempts(s, before);
  await s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("dial_attempt").set({ result: "投诉" }).where("taskId", "=", before).execute(),
  );
  const id = await makeTask(s, { agents: ["1002"], phones: [one] });
  await agent(id, "1002");
  await s.advance(2_000);
  const again = new Date(endedAt!.getTime() + 30 * dayMs);
  const reason = expect.stringContaining("客户投诉，30 天内所有任务不再外呼");
  expect(await phones(s, id)).toMatchObject([{ state: "retry", attempts: 0, reason, nextAt: again }]);
  expect(s.sw.at(user)).toEqual([]);
});
