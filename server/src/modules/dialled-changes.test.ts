/** E5, E18 and E20 of dialling, through the front door: what happens one second before a turn, changes in the run, figures and money. */
import { cdrApi, formatTime, minuteMs } from "@liantai/api/contract";
import {
  blackListApi,
  callLimitApi,
  callTaskCdrApi,
  commonFeeApi,
  dialTaskApi,
  operateLogApi,
  taskAccessNumApi,
  taskPhoneApi,
} from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { body, node } from "../testing/flow-calls/drawing.ts";
import { publish } from "./topics.ts";

const compId = "100001";
const page = { pageNo: 1, pageSize: 100 };
let o: DialOffice;
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

const rings = (phones: readonly string[]) => phones.filter((phone) => o.at(phone).length > 0);
const busy = async (phone: string) => {
  o.sw.leave(o.at(phone)[0]!, "busy", { sipCode: 486 });
  await o.settle();
};
const listed = async (taskId: string) =>
  (await o.administrator.call(taskPhoneApi.list, { body: { ...page, taskId } })).list.toSorted((a, b) =>
    a.phone.localeCompare(b.phone),
  );
const task = async (id: string) => o.administrator.call(dialTaskApi.findById, { body: { id } });
const from = (phone: string) => o.sw.request(o.at(phone)[0]!)!.from;

test("E5 barred, refused or over a limit one second before its turn: it is not dialled, and the ledger names the check", async () => {
  const phones = [1, 2, 3, 4].map((n) => `1380000000${n}`);
  const retries = [{ codes: [588], afterMin: 1, times: 1, otherSlot: 0, otherNumber: 0 }];
  const id = await o.runs({ taskIdentity: "一秒之前", retries }, phones);
  for (const phone of phones) await busy(phone);
  await o.advance(59_000);
  const { administrator, ports } = o;
  await administrator.call(blackListApi.add, {
    body: { phone: phones[0]!, blackListType: 1, blackListCallType: 2, isPrefix: 0 } as never,
  });
  await publish(ports.broker, "call.refused", {
    ...{ compId, callId: "c", taskId: id, number: phones[1]!, by: "客户按键“9”" },
  } as never);
  await administrator.call(callLimitApi.add, {
    body: {
      ...{ name: "一天一次", direction: "out", prefixes: phones[2]!, kind: "limit", hours: [] },
      ...{ perNumberPerDay: 1, minIntervalS: 0, enabled: 1 },
    } as never,
  });
  await o.settle();
  await o.advance(1_000);
  expect(rings(phones)).toEqual([phones[3]]);
  expect((await listed(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ["skipped", 1],
    ["skipped", 1],
    ["retry", 1],
    ["ringing", 2],
  ]);
  const told = await ports.database.tenant(compId, (trx) =>
    trx
      .selectFrom("dial_ledger as l")
      .innerJoin("dial_phone as p", "p.id", "l.phoneId")
      .where("l.kind", "in", ["skipped", "refused"])
      .select(["p.phone", "l.kind", "l.body"])
      .orderBy("p.phone")
      .execute(),
  );
  expect(told.map(({ phone, kind, body: of }) => [phone, kind, (JSON.parse(of) as { check?: string }).check])).toEqual([
    [phones[0], "skipped", "blacklist"],
    [phones[1], "refused", undefined],
    [phones[2], "skipped", "limits"],
  ]);
  await o.administrator.call(dialTaskApi.stop, { body: { id, cancelRinging: true } });
  await o.settle();
});

test("E18 D8 changes count from the next call, what rings goes on or is cancelled, nothing is lost, each is logged", async () => {
  const phones = [1, 2, 3].map((n) => `1390000000${n}`);
  const { administrator } = o;
  const [first, second] = o.numbers as [string, string];
  const id = await o.runs({ taskIdentity: "改设置", concurrency: 1, retries: [] }, phones);
  expect([rings(phones), from(phones[0]!)]).toEqual([[phones[0]], first]);
  await administrator.call(taskAccessNumApi.save, { body: { taskId: id, numbers: [second] } });
  await o.advance(1_000);
  expect([rings(phones), from(phones[0]!)]).toEqual([[phones[0]], first]);
  await busy(phones[0]!);
  expect([rings(phones), from(phones[1]!)]).toEqual([[phones[1]], second]);
  await administrator.call(dialTaskApi.pause, { body: { id } });
  await o.advance(2_000);
  expect(rings(phones)).toEqual([phones[1]]);
  await busy(phones[1]!);
  await o.advance(5_000);
  expect(rings(phones)).toEqual([]);
  await administrator.call(dialTaskApi.start, { body: { id } });
  await o.settle();
  expect(rings(phones)).toEqual([phones[2]]);
  await administrator.call(dialTaskApi.stop, { body: { id, cancelRinging: true } });
  await o.advance(1_000);
  expect(rings(phones)).toEqual([]);
  expect((await listed(id)).map(({ lastCode, attempts }) => [lastCode, attempts])).toEqual([
    [588, 1],
    [588, 1],
    [183, 1],
  ]);
  const { progress } = await task(id);
  expect(progress).toMatchObject({ total: 3, attempts: 3, live: 0, waiting: 0, done: 3 });
  const copy = { id, taskIdentity: "改设置二", numbers: true };
  const { id: again } = await administrator.call(dialTaskApi.copy, { body: copy });
  expect((await task(again)).progress).toMatchObject({ total: 3, waiting: 3, attempts: 0 });
  const log = (await administrator.call(operateLogApi.list, { body: page })).list.filter(
    ({ objectName }) => objectName === "改设置",
  );
  expect(log.map(({ actionText }) => actionText)).toEqual(
    expect.arrayContaining(["新增", "启动", "编辑", "暂停", "停止"]),
  );
  const changed = JSON.stringify(log.find(({ actionText }) => actionText === "编辑"));
  expect(changed).toContain(first);
  expect(changed).toContain(second);
});

test("B9 D5 a number of a province with own hours waits for them, a retry too; others are dialled, and it is said why", async () => {
  const { administrator, clock } = o;
  const hour = (ms: number) => formatTime(clock.now() + ms).slice(11, 16);
  const [opens, closes] = [10, 13].map((min) => hour(min * minuteMs)) as [string, string];
  const phones = ["13800000401", "13999900001"] as const;
  const retries = [{ codes: [588], afterMin: 5, times: 3, otherSlot: 0, otherNumber: 0 }];
  const regions = [{ province: "新疆" as const, from: opens, to: closes }];
  const id = await o.runs({ taskIdentity: "地区时段", regions, retries }, phones);
  await o.advance(1_000);
  expect(rings(phones)).toEqual([phones[0]]);
  const far = async () => (await listed(id))[1]!;
  expect(await far()).toMatchObject({ state: "retry", attempts: 0, place: "新疆乌鲁木齐市" });
  expect((await far()).nextAt?.slice(11, 16)).toBe(opens);
  const { dials, steps } = await administrator.call(dialTaskApi.why, { body: { id, phoneId: (await far()).id } });
  expect(dials).toBe(false);
  expect(steps.find(({ check }) => check === "hours")?.detail).toMatch(`不在新疆号码的拨打时段 ${opens}-${closes} 内`);
  await busy(phones[0]);
  await o.advance(10 * minuteMs);
  expect(rings(phones)).toContain(phones[1]);
  await busy(phones[1]);
  // Its next try would be two minutes after their end.
  await o.advance(6 * minuteMs);
  expect(rings(phones)).not.toContain(phones[1]);
  const { attempts, nextAt } = await far();
  expect([attempts, nextAt]).toEqual([1, `${formatTime(clock.now() + 24 * 60 * minuteMs).slice(0, 10)} ${opens}:00`]);
  await administrator.call(dialTaskApi.stop, { body: { id, cancelRinging: true } });
  await o.advance(1_000);
});

test("E20 D13 D11 figures by task and batch are those of attempts and records, costs the balance's; in arrears it is paused", async () => {
  const { administrator, ports, clock, sw } = o;
  const { database } = ports;
  await database.system(async (trx) => {
    await trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", o.numbers[0]!).execute();
    // A yuan may be owed.
    await trx.updateTable("ledger_balance").set({ creditLimit: "10000" }).where("compId", "=", compId).execute();
  });
  const config = { keys: ["1"], firstSeconds: 60, tries: 9 };
  const flow = body([
    node("start", "开始", "start", { to: { next: "wait" } }),
    node("wait", "等待", "keyNav", { says: ["请稍候"], config, to: { "key-1": "end" } }),
    node("end", "挂机", "hangup"),
  ]);
  const made = { name: "等待", flowType: 1 as const, flow: JSON.stringify(flow) };
  const { id: flowId, revision } = await administrator.call(flowApi.create, { body: made });
  await administrator.call(flowVersionApi.publish, { body: { id: flowId, revision } as never });
  const since = clock.now();
  const phones = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `1370000000${n}`);
  const { id } = await administrator.call(dialTaskApi.add, {
    body: {
      ...{ taskIdentity: "费用", ftype: 4 as const, flowId, accessNumbers: [o.numbers[0]!], concurrency: 1 },
      retries: [],
      order: "first" as const,
    },
  });
  for (const batch of [phones.slice(0, 3), phones.slice(3)])
    await administrator.call(taskPhoneApi.add, {
      body: { taskId: id, phones: batch.map((phone) => ({ phone })) as never },
    });
  await administrator.call(dialTaskApi.start, { body: { id } });
  await o.settle();
  // Begun minutes 1, 1, 2, none, 3: 7 at 0.15 yuan are 1.05, more than may be owed.
  const talks = [10_000, 59_000, 61_000, 0, 125_000];
  for (const [n, talkMs] of talks.entries()) {
    const phone = phones[n]!;
    if (talkMs === 0) await busy(phone);
    else {
      sw.pickUp(o.at(phone)[0]!);
      await o.advance(talkMs);
      sw.leave(o.at(phone)[0]!);
    }
    await o.advance(1_000);
  }
  // It may have been dialled before the last was booked.
  for (const phone of rings(phones)) await busy(phone);
  await o.advance(5_000);
  expect(rings(phones)).toEqual([]);
  expect(await task(id)).toMatchObject({ state: "paused", waitsFor: "企业已欠费！" });
  const { progress } = await task(id);
  const { list: attempts } = await administrator.call(callTaskCdrApi.list, {
    body: { taskId: id, pageSize: 50 } as never,
  });
  const answered = attempts.filter(({ code }) => code === 200);
  expect([progress.attempts, progress.answered, progress.talkS]).toEqual([attempts.length, 4, 255]);
  expect(answered.map(({ phone, cost }) => [phone, cost]).sort()).toEqual([
    [phones[0], 0.15],
    [phones[1], 0.15],
    [phones[2], 0.3],
    [phones[4], 0.45],
  ]);
  const batches = (await administrator.call(taskPhoneApi.batches, { body: { ...page, taskId: id } })).list;
  const of = async (batchNumber: string) =>
    (await administrator.call(callTaskCdrApi.list, { body: { taskId: id, batchNumber, pageSize: 50 } as never })).list
      .length;
  const perBatch = await Promise.all(batches.map(({ batchNumber }) => of(batchNumber)));
  expect(perBatch.toSorted((a, b) => b - a)).toEqual([3, attempts.length - 3].toSorted((a, b) => b - a));
  const records = (await administrator.call(cdrApi.callRecords, { body: page })).list.filter(({ callee }) =>
    phones.includes(callee),
  );
  expect(records).toHaveLength(attempts.length);
  expect(records.filter(({ result }) => result === 200)).toHaveLength(4);
  const fees = await administrator.call(commonFeeApi.list, { body: { taskId: id } as never });
  expect(fees).toMatchObject([{ attempts: attempts.length, answered: 4, talkS: 255, cost: 1.05 }]);
  const booked = await database.system((trx) =>
    trx.selectFrom("ledger_entry").select("amount").where("at", ">=", new Date(since)).execute(),
  );
  expect(booked.reduce((sum, { amount }) => sum - BigInt(amount), 0n)).toBe(10_500n);
});
