/** K40: a number whose calls go unanswered is paused by itself, is told, and is shown again by a press. */
import { formatMinute, hourMs, minuteMs } from "@liantai/api/contract";
import { accessNumApi, displayRuleApi, operateLogApi, usualRest } from "@liantai/api/contract/admin";
import { createVirtualClock } from "../../../testing/index.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { publish, subscribe, type Topics } from "../../topics.ts";

const compId = "100001";
const number = "02112345678";
const clock = createVirtualClock();
let office: Office;
const told: Topics["message.send"][] = [];
beforeAll(async () => {
  office = await openOffice({ clock });
  await office.app.start();
  await subscribe(office.ports.broker, "message.send", (message) => told.push(message));
  await office.ports.database.system((trx) =>
    trx.insertInto("access_number").values({ compId, number, title: "上海", targetKind: "hangup" }).execute(),
  );
});
afterAll(() => office?.close());

const rule = { localPresence: 1, dailyCap: 0, restS: 0, pauseFalling: 1, ...usualRest, restHours: 1 };
const row = async () =>
  (await office.administrator.call(accessNumApi.list, { body: { pageNo: 1, pageSize: 50 } })).list.find(
    (each) => each.number === number,
  );

/** An hour of virtual time costs many seconds of a real one: its end is moved here instead. */
const restOver = () =>
  office.ports.database.system((trx) =>
    trx
      .updateTable("display_number")
      .set({ restUntil: new Date(clock.now()) })
      .where("restUntil", "is not", null)
      .execute(),
  );

let calls = 0;
/** That many calls under the number, one a second; these were answered. */
async function called(of: number, answered: number, talkMs = 60_000): Promise<void> {
  const rows = Array.from({ length: of }, (_, i) => {
    const startAt = new Date(clock.now() + i * 1_000);
    return {
      compId,
      callId: `call-${calls++}`,
      direction: "outbound" as const,
      caller: "1001",
      callee: "13900139000",
      displayNumber: number,
      accessNumber: number,
      agentId: "1001",
      skillGroupId: null,
      startAt,
      answerAt: i < answered ? startAt : null,
      endAt: new Date(startAt.getTime() + (i < answered ? talkMs : 0)),
      waitMs: 0,
      ringMs: 0,
      talkMs: 0,
      holdMs: 0,
      result: i < answered ? 200 : 594,
      appliedSeq: 1,
    };
  });
  await office.ports.database.system((trx) => trx.insertInto("call_record").values(rows).execute());
  await clock.advance(of * 1_000);
}
async function looked(): Promise<void> {
  await publish(office.ports.broker, "call.recorded", { compId, callId: "c", agentId: null, cause: "completed" });
  await clock.advance(minuteMs);
  for (let i = 0; i < 3; i += 1) {
    await clock.settle();
    await office.ports.database.ping();
  }
  await clock.settle();
}

test("K40 D30 surely fewer than usual are answered: paused once, told to administrators and monitors, shown, resumed by hand", async () => {
  await office.administrator.call(displayRuleApi.set, { body: rule });
  expect(await office.administrator.call(displayRuleApi.get, { body: {} })).toEqual(rule);
  const at = new Date(clock.now());
  await office.ports.database.system((trx) =>
    trx.insertInto("display_number").values({ compId, number, day: at, calls: 7, lastAt: at }).execute(),
  );
  await called(200, 100);
  await called(50, 30);
  await looked();
  expect((await row())?.displayPaused).toBe("");
  await called(50, 5);
  await looked();
  const reason = "近50次外呼接通率10%，之前为40%";
  const ends = formatMinute(clock.now() + hourMs);
  expect(await row()).toMatchObject({ displayPaused: `${reason}（自动暂停，${ends}恢复）`, place: "上海市" });
  await looked();
  expect(told).toMatchObject([{ to: { compId, supervisors: true }, message: { type: "msgNotify", level: "warning" } }]);
  expect(JSON.stringify(told)).toContain(`${number}：${reason}`);
  expect(await office.administrator.call(displayRuleApi.resume, { body: { ids: [number] } })).toEqual({ count: 1 });
  expect((await row())?.displayPaused).toBe("");
  // It is judged by what it shows from now on.
  await looked();
  await called(49, 0);
  await looked();
  expect((await row())?.displayPaused).toBe("");
  await called(1, 0);
  await looked();
  expect((await row())?.displayPaused).not.toBe("");
  const log = await office.administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.map(({ actionText }) => actionText)).toContain("恢复外显");
});

test("D30 a running task's last number is not paused, which is told once a day; beside others it rests and comes back", async () => {
  const { database } = office.ports;
  const task = { compId, taskIdentity: "外呼", ftype: 4 as const, state: "running" as const };
  await database.system(async (trx) => {
    await trx.deleteFrom("call_record").execute();
    await trx.deleteFrom("display_number").execute();
    await trx
      .insertInto("task")
      .values({ ...task, id: "t1" })
      .execute();
    const settings = JSON.stringify({ accessNumbers: [number] });
    await trx
      .insertInto("dial_task")
      .values({ compId, id: "t1", settings, createdAt: new Date(clock.now()) })
      .execute();
  });
  told.length = 0;
  await called(200, 100);
  await called(50, 3);
  await looked();
  await looked();
  expect((await row())?.displayPaused).toBe("");
  expect(told).toMatchObject([{ message: { title: "外显号码异常", text: expect.stringContaining("没有其他可用") } }]);
  // The task may show any number of the enterprise, and there are others.
  await database.system((trx) =>
    trx
      .updateTable("dial_task")
      .set({ settings: JSON.stringify({ accessNumbers: [] }) })
      .execute(),
  );
  await looked();
  expect((await row())?.displayPaused).toMatch(/自动暂停/);
  await restOver();
  expect((await row())?.displayPaused).toBe("");
  await looked();
  expect(told.at(-1)).toMatchObject({ message: { title: "外显号码已恢复" } });
  // What it was before counts no more.
  expect((await row())?.displayPaused).toBe("");
});

test("D30 who was called hangs up at once, or wants no calls: the reason says so", async () => {
  const { database } = office.ports;
  await database.system(async (trx) => {
    await trx.deleteFrom("call_record").execute();
    await trx.deleteFrom("display_number").execute();
  });
  await called(60, 30, 4_000);
  await looked();
  expect((await row())?.displayPaused).toMatch(/^近50次外呼接通20次，其中20次在5秒内被挂断（100%，上限30%）/);
});

test("D30 a person lets a number rest for a while: it says who and why, and stands in the log", async () => {
  const pause = (more: object) =>
    office.administrator.call(displayRuleApi.pause, { body: { ids: [number], reason: "被标记", hours: 1, ...more } });
  await office.administrator.call(displayRuleApi.resume, { body: { ids: [number] } });
  expect(await pause({})).toEqual({ count: 1 });
  expect(await pause({})).toEqual({ count: 0 });
  expect((await row())?.displayPaused).toMatch(/^被标记（.+操作暂停，.+恢复）$/);
  await restOver();
  expect((await row())?.displayPaused).toBe("");
  expect(await pause({ hours: 0 })).toEqual({ count: 1 });
  expect((await row())?.displayPaused).toMatch(/需手动恢复）$/);
  expect(await refused(pause({ reason: "" }))).toMatchObject({ fields: [{ path: "reason", label: "暂停原因" }] });
  const log = await office.administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.map(({ actionText }) => actionText)).toContain("暂停外显");
});

test("K40 wrong figures are refused by name, and who may not press may not set", async () => {
  const set = (more: object) => office.administrator.call(displayRuleApi.set, { body: { ...rule, ...more } });
  expect(await refused(set({ dailyCap: -1 }))).toMatchObject({ fields: [{ path: "dailyCap", label: "每日上限" }] });
  expect(await refused(set({ restS: 86_401 }))).toMatchObject({ fields: [{ path: "restS", label: "休息时间" }] });
  expect(await refused(office.agent.call(displayRuleApi.set, { body: rule }))).toMatchObject({ status: 403 });
  expect(await office.administrator.call(displayRuleApi.resume, { body: { ids: ["none"] } })).toEqual({ count: 0 });
});
