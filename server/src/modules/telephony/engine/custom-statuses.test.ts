/** Custom statuses through the engine: limits, time, what follows, and what is remembered over a call. */
import type { CustomStatusTable } from "../../../ports/schema/seats.ts";
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { subscribe } from "../../topics.ts";
import { createStage, type Stage } from "../testing/stage.ts";

let s: Stage;
let database: Database;
const informed: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  s = await createStage({ database, greeting: "" });
  informed.length = 0;
  await subscribe(s.ports.broker, "message.send", ({ to, message }) => {
    if ("agentId" in to && message.type === "msgNotify") informed.push(`${to.agentId}: ${message.text}`);
  });
});
afterEach(() => s.stop());

const status = (id: string, over: Partial<Pick<CustomStatusTable, never>> & Record<string, unknown> = {}) =>
  s.ports.database.system((trx) =>
    trx
      .insertInto("custom_status")
      .values({ compId: s.compId, id, name: id, ...over })
      .execute(),
  );
const bind = async (agentId: string, customStatus: string, by?: string) => {
  const reply = (await s.engine.request({
    verb: "bindStatus",
    compId: s.compId,
    agentId,
    customStatus,
    ...(by ? { by } : {}),
  })) as { code: number; msg?: string };
  await s.settle();
  return reply;
};

test("C8 the bar chooses one by CTI; its name and its end are told, the row carries its id; an empty value clears", async () => {
  await status("用餐", { maxMinutes: 30 });
  const page = await s.ready("1001");
  const at = s.ports.clock.now();
  expect(await page.command("setState", { state: "2", customStatus: "用餐" })).toEqual({ code: 1 });
  expect(page.last("agentState")).toMatchObject({
    code: "2",
    customStatusId: "用餐",
    customStatusName: "用餐",
    endsAt: String(at + 30 * 60_000),
    reason: "byAgent",
  });
  const row = await s.ports.database.system((trx) =>
    trx
      .selectFrom("agent_status")
      .selectAll()
      .where("compId", "=", s.compId)
      .where("toAt", "is", null)
      .executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ agentId: "1001", code: 2, customStatusId: "用餐" });
  expect(await bind("1001", "")).toEqual({ code: 1 });
  expect(page.last("agentState")).not.toHaveProperty("customStatusId");
  expect(page.code()).toBe(2);
});

test("what does not exist, is out of use or not allocated is refused with a sentence", async () => {
  await status("停用的", { enabled: 0 });
  await status("别组的", { everyone: 0 });
  await s.ports.database.system((trx) =>
    trx.insertInto("custom_status_group").values({ compId: s.compId, statusId: "别组的", groupId: "b" }).execute(),
  );
  const page = await s.ready("1001");
  expect(await page.command("setState", { state: "2", customStatus: "没有" })).toMatchObject({
    code: -403,
    msg: "该自定义状态不存在或已停用",
  });
  expect(await bind("1001", "停用的")).toMatchObject({ code: -403 });
  expect(await bind("1001", "别组的")).toMatchObject({ msg: "您不能使用“别组的”" });
  expect(await bind("1002", "别组的")).toMatchObject({ msg: "坐席未签入，不能设置状态" });
  await s.ready("1003");
  expect(await bind("1003", "别组的")).toEqual({ code: 1 });
  expect(page.code()).toBe(1);
});

test("of two who want the last place at once one gets it; a monitor who is over is warned and let in", async () => {
  await status("休息", { maxAtOnce: 1 });
  await s.ready("1001");
  await s.ready("1002");
  const replies = await Promise.all([
    s.engine.request({ verb: "bindStatus", compId: s.compId, agentId: "1001", customStatus: "休息" }),
    s.engine.request({ verb: "bindStatus", compId: s.compId, agentId: "1002", customStatus: "休息" }),
  ]);
  await s.settle();
  expect(replies).toEqual([{ code: 1 }, { code: -403, msg: "已有1人处于“休息”，最多允许1人" }]);
  await s.ports.database.system(async (trx) => {
    await trx.updateTable("custom_status").set({ overEntry: "warn" }).where("compId", "=", s.compId).execute();
    await trx.insertInto("agent_group_monitor").values({ compId: s.compId, groupId: "a", agentId: "1003" }).execute();
  });
  expect(await bind("1002", "休息", "someone")).toEqual({ code: 1 });
  expect(informed).toEqual([
    "1002: 已有1人处于“休息”，最多允许1人",
    "1003: 坐席坐席1002（1002）：已有1人处于“休息”，最多允许1人",
  ]);
});

test("so many times a day", async () => {
  await status("休息", { maxPerDay: 2 });
  const page = await s.ready("1001");
  for (let i = 0; i < 2; i++) {
    expect(await bind("1001", "休息")).toEqual({ code: 1 });
    await page.command("setState", { state: "1" });
  }
  expect(await bind("1001", "休息")).toMatchObject({ msg: "今日已使用“休息”2次，每日最多2次" });
});

test.each([
  ["warn", 2, "byAgent", "“休息”已超过10分钟，请尽快恢复工作"],
  ["ready", 1, "statusOver", "“休息”已超过10分钟，已自动置闲"],
  ["busy", 2, "statusOver", "“休息”已超过10分钟，已自动转为忙碌"],
])("too long: %s", async (overTime, code, reason, sentence) => {
  await status("休息", { maxMinutes: 10, overTime });
  const page = await s.ready("1001");
  await bind("1001", "休息");
  for (let i = 0; i < 59; i++) await s.advance(10_000);
  expect(informed).toEqual([]);
  await s.advance(10_000);
  expect([page.code(), page.reason(), informed]).toEqual([code, reason, [`1001: ${sentence}`]]);
  expect("customStatusId" in page.last("agentState")!).toBe(overTime === "warn");
});

test("C8 chosen in a call it begins after it, with its time; leaving it stops the time", async () => {
  await status("休息", { maxMinutes: 10, overTime: "ready" });
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await bind("1001", "休息");
  expect(page.code()).toBe(8);
  s.sw.leave(leg);
  await s.settle();
  await page.command("finishWrapUp");
  expect(page.last("agentState")).toMatchObject({
    code: "2",
    customStatusId: "休息",
    endsAt: String(s.ports.clock.now() + 600_000),
  });
  await page.command("setState", { state: "1" });
  await page.command("setState", { state: "2" });
  for (let i = 0; i < 61; i++) await s.advance(10_000);
  expect([page.code(), informed]).toEqual([2, []]);
});

test("Q20 what follows is chosen from the ring on, told with each choice, and begins after the call and its wrap-up", async () => {
  await status("休息");
  const page = await s.ready("1001");
  const told = () => {
    const { code, restCode, restStatusName } = page.last("agentState")!;
    return [code, restCode, restStatusName];
  };
  expect(told()).toEqual(["1", undefined, undefined]);
  const { leg } = await s.customer();
  expect(told()).toEqual(["5", "1", undefined]);
  expect(await page.command("setState", { state: "2" })).toEqual({ code: 1 });
  expect(told()).toEqual(["5", "2", undefined]);
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(told()).toEqual(["8", "2", undefined]);
  expect(await page.command("setState", { state: "2", customStatus: "休息" })).toEqual({ code: 1 });
  expect(told()).toEqual(["8", "2", "休息"]);
  expect(await page.command("setState", { state: "2", customStatus: "没有" })).toMatchObject({ code: -403 });
  expect(told()).toEqual(["8", "2", "休息"]);
  expect(await page.command("setState", { state: "1" })).toEqual({ code: 1 });
  expect(told()).toEqual(["8", "1", undefined]);
  expect(await page.command("setState", { state: "2", customStatus: "休息" })).toEqual({ code: 1 });
  s.sw.leave(leg);
  await s.settle();
  // A wrap-up that can be finished ends by choosing: nothing is remembered.
  expect(told()).toEqual(["4", undefined, undefined]);
  await page.command("finishWrapUp");
  expect(page.last("agentState")).toMatchObject({ code: "2", customStatusName: "休息", reason: "wrapUpDone" });
  expect(told()).toEqual(["2", undefined, undefined]);
});

test("a seat going out of service: its call goes on and no further one comes", async () => {
  const page = await s.ready("1001");
  const retire = (agentId: string) => s.engine.request({ verb: "retire", compId: s.compId, agentId });
  expect(await retire("1001")).toBe(false);
  const { leg } = await s.customer();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(await s.engine.request({ verb: "inCall", compId: s.compId, agentId: "1001" })).toBe(true);
  expect(await retire("1001")).toBe(true);
  expect(page.code()).toBe(8);
  await s.customer("13900139000");
  s.sw.leave(leg);
  await s.settle();
  await page.command("finishWrapUp");
  expect(page.code()).toBe(2);
  expect(page.callView()).toBeUndefined();
  expect(await s.engine.request({ verb: "registrations", compId: s.compId })).toMatchObject([{ user: page.user }]);
});
