/**
 * What stands beside a task: copies, new rounds, why a number waits, forecasts and replays, seats, displayed numbers, hours, the monitor.
 */
import {
  dialTaskApi,
  dialTimeApi,
  taskAccessNumApi,
  taskExperimentApi,
  taskMemberApi,
  taskMonitorApi,
  taskReplayApi,
} from "@liantai/api/contract/admin";
import { epochOf, hourMs, minuteMs } from "@liantai/api/contract";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { addAttempt, addPhones, addTask, compId, demoThings, joinTask, page } from "./testing.ts";

let office: Office;
let admin: Person;
let number = "";
let second = "";
let rule = { id: "", name: "" };

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  const things = await demoThings(office);
  number = things.numbers[0]!;
  second = things.numbers[1]!;
  rule = things.rule;
});
afterAll(() => office?.close());

const at = (time: string) => new Date(epochOf(`2026-03-02 ${time}`));
const phones = (taskId: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").selectAll().where("taskId", "=", taskId).orderBy("id").execute(),
  );
const counters = async (id: string) => (await admin.call(dialTaskApi.progress, { body: { ids: [id] } }))[0]!.progress;

test("a copy has the settings, and the numbers as they were imported where they are asked for", async () => {
  const id = await addTask(admin, { taskIdentity: "原", priority: 3, fromAt: "2026-03-02 08:00:00" });
  await addPhones(office, id, [
    { contact: "甲", state: "done", attempts: 2, lastCode: 200, agentId: "1001", consentSource: "官网", priority: 2 },
    { contact: "乙", state: "waiting", variables: JSON.stringify({ 金额: "12" }) },
  ]);
  await addPhones(office, id, [{ contact: "丙", state: "skipped", reason: "黑名单" }], "B2");
  const copied = async (taskIdentity: string, numbers: boolean) =>
    (await admin.call(dialTaskApi.copy, { body: { id, taskIdentity, numbers } })).id;
  const bare = await copied("副本一", false);
  expect(await admin.call(dialTaskApi.findById, { body: { id: bare } })).toMatchObject({
    ...{ taskIdentity: "副本一", priority: 3, fromAt: "", state: "notStarted" },
    progress: { total: 0 },
  });
  const full = await copied("副本二", true);
  const rows = await phones(full);
  expect(
    rows.map(({ contact, state, attempts, agentId, lastCode }) => [contact, state, attempts, agentId, lastCode]),
  ).toEqual(["甲", "乙", "丙"].map((name) => [name, "waiting", 0, "", null]));
  expect(rows[0]).toMatchObject({ consentSource: "官网", priority: 2 });
  expect(rows[1]?.variables).toEqual({ 金额: "12" });
  expect(new Set(rows.map(({ batchId }) => batchId)).size).toBe(2);
  expect(await counters(full)).toMatchObject({ total: 3, waiting: 3, done: 0 });
  expect((await refused(copied("原", true))).fields).toMatchObject([{ path: "taskIdentity" }]);
});

test("B13 a new round over results and a batch: rules begin anew, attempts go on, the counters follow", async () => {
  const id = await addTask(admin, { taskIdentity: "重呼" });
  const done = { state: "done", attempts: 2, tries: '{"0":2}', agentId: "1001" } as const;
  await addPhones(office, id, [
    { ...done, lastCode: 594 },
    { ...done, lastCode: 200 },
    { ...done, state: "skipped", lastCode: 594, reason: "x" },
    { ...done, state: "stopped", lastCode: 594 },
  ]);
  await addPhones(office, id, [{ ...done, lastCode: 594 }], "B2");
  const recall = (codes: number[], batchNumber = "") =>
    admin.call(dialTaskApi.recall, { body: { id, codes, batchNumber } });
  expect(await recall([594], "B2")).toEqual({ count: 1, held: 0 });
  expect(await recall([594])).toEqual({ count: 2, held: 0 });
  expect(await recall([594])).toEqual({ count: 0, held: 0 });
  expect(await counters(id)).toMatchObject({ total: 5, waiting: 3, done: 1, skipped: 0, stopped: 1 });
  const [first] = await phones(id);
  expect(first).toMatchObject({ state: "waiting", attempts: 2, tries: {}, agentId: "", lastCode: 594 });
  const set = (state: string) =>
    office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("task").set({ state }).where("id", "=", id).execute(),
    );
  await set("completed");
  expect(await recall([200])).toEqual({ count: 1, held: 0 });
  expect(await admin.call(dialTaskApi.findById, { body: { id } })).toMatchObject({ state: "paused" });
  await set("stopped");
  expect((await refused(recall([200]))).msg).toBe("任务已停止，不能重呼");
  expect((await refused(recall([]))).fields[0]?.path).toBe("codes");
});

const date = "2026-03-01";
/** Every other call is answered and talks 100 s; every eighth is abandoned. */
async function addDay(id: string, calls: number): Promise<void> {
  for (let n = 0; n < calls; n += 1) {
    const startedAt = new Date(epochOf(`${date} 10:00:00`) + n * 30_000);
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
  await office.ports.database.system((trx) =>
    trx.updateTable("access_number").set({ priceMilli: 150 }).where("number", "=", number).execute(),
  );
  const made = { mode: "progressive" as const, wrapUpS: 20, retries: [], accessNumbers: [number] };
  const id = await addTask(admin, { taskIdentity: "试算", ...made });
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
  // While an experiment of times runs each half has its own.
  const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
  await admin.call(taskExperimentApi.start, {
    body: {
      ...{ taskId: id, kind: "time", metric: "answered", wanted: "", goesOn: 1, most: 5_000 },
      ...{ a: { ...none, from: "12:00", to: "13:00" }, b: { ...none, from: "19:00", to: "20:00" } },
    },
  });
  expect((await forecast(4)).endsAt.low).toMatch(/ 19:/);
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

test("seats of a task: who joined, what they talked; adding and taking out", async () => {
  const id = await addTask(admin, { taskIdentity: "坐席", accessNumbers: [number] });
  await admin.call(taskMemberApi.add, { body: { taskId: id, agentIds: ["1002", "1003"] } });
  await admin.call(dialTaskApi.start, { body: { id } });
  await joinTask(office.agent, id);
  const now = new Date(office.ports.clock.now());
  await addAttempt(office, id, { agentId: "1001", connectedAt: now, talkMs: 61_000 });
  const list = async () => (await admin.call(taskMemberApi.list, { body: { ...page, taskId: id } })).list;
  expect(await list()).toMatchObject([
    { agentId: "1001", name: "李晓雯", participateStatus: 1, joined: 1, calls: 1, talkS: 61 },
    { agentId: "1002", participateStatus: 0, joined: 0, calls: 0, talkS: 0 },
    { agentId: "1003" },
  ]);
  const remove = (agentIds: string[]) => admin.call(taskMemberApi.delete, { body: { taskId: id, agentIds } });
  expect(await remove(["1002"])).toEqual({ count: 1 });
  expect((await list()).map(({ agentId }) => agentId)).toEqual(["1001", "1003"]);
  expect((await refused(remove(["1004"]))).fields[0]?.message).toContain("不是单独分配的");
  expect(
    (await refused(admin.call(taskMemberApi.add, { body: { taskId: id, agentIds: ["9999"] } }))).fields,
  ).toMatchObject([{ path: "agentIds", message: "坐席 9999 不存在" }]);
  await office.signIn({ code: compId, roleType: 2, account: "1001" });
  expect((await list())[0]).toMatchObject({ participateStatus: 1, joined: 0 });
});

test("D5 displayed numbers with what came of them in 7 days, and why one rests", async () => {
  const id = await addTask(admin, { taskIdentity: "外显" });
  const now = office.ports.clock.now();
  const ago = (ms: number) => new Date(now - ms);
  const shown = { displayed: number, startedAt: ago(60_000) };
  await addAttempt(office, id, { ...shown, answeredAt: ago(50_000), endedAt: ago(46_000) });
  await addAttempt(office, id, { ...shown, answeredAt: ago(50_000), endedAt: ago(30_000), result: "投诉" });
  await addAttempt(office, id, { ...shown, endedAt: ago(30_000) });
  await addAttempt(office, id, { ...shown, startedAt: ago(8 * 86_400_000) });
  await admin.call(taskAccessNumApi.save, { body: { taskId: id, numbers: [number, number] } });
  const list = (taskId = "") => admin.call(taskAccessNumApi.list, { body: { ...page, taskId } });
  expect((await list(id)).list).toMatchObject([
    { number, title: "联台演示客服热线", calls: 3, answered: 2, quick: 1, complaints: 1, rests: "" },
  ]);
  expect((await list()).total).toBe(2);
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("display_number")
      .values({ compId, number, day: new Date(now), calls: 0, pausedAt: new Date(now), pausedReason: "投诉过多" })
      .execute(),
  );
  expect((await list(id)).list[0]?.rests).toBe("投诉过多（自动暂停，需手动恢复）");
  await office.ports.database.tenant(compId, (trx) => trx.deleteFrom("display_number").execute());
  expect((await list(id)).list[0]?.rests).toBe("");
  const refusal = await refused(admin.call(taskAccessNumApi.save, { body: { taskId: id, numbers: ["95588"] } }));
  expect(refusal.fields[0]?.path).toBe("accessNumbers");
});

test("B9 operators narrow the frame and never widen it; others read it", async () => {
  const body = { compId, from: "09:00", to: "20:00" };
  expect(await refused(admin.call(dialTimeApi.save, { body }))).toMatchObject({ status: 403 });
  const save = (from: string, to: string) => office.operator.call(dialTimeApi.save, { body: { compId, from, to } });
  expect((await refused(save("07:59", "20:00"))).fields).toMatchObject([{ path: "from" }]);
  expect((await refused(save("09:00", "21:01"))).fields).toMatchObject([{ path: "to" }]);
  expect((await refused(save("10:00", "09:00"))).fields).toMatchObject([{ path: "to" }]);
  await save("09:00", "20:00");
  const legal = { legalFrom: "08:00", legalTo: "21:00" };
  expect(await admin.call(dialTimeApi.list, { body: {} })).toEqual({ from: "09:00", to: "20:00", ...legal });
  await save("08:00", "21:00");
});

test("the monitor counts flight, minutes, answers and abandoned of people alone, and shows who joined", async () => {
  const id = await addTask(admin, { taskIdentity: "监控", accessNumbers: [number] });
  await admin.call(dialTaskApi.start, { body: { id } });
  const agent = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  await joinTask(agent, id);
  await addPhones(office, id, [{ state: "ringing" }, { state: "ringing" }, { state: "connected" }, {}]);
  const now = office.ports.clock.now();
  const ago = (minutes: number) => new Date(now - minutes * minuteMs);
  const answered = (minutes: number, more: object = {}) =>
    addAttempt(office, id, {
      startedAt: ago(minutes),
      answeredAt: ago(minutes),
      endedAt: ago(minutes),
      code: 200,
      ...more,
    });
  await answered(0, { answerer: "person" });
  await answered(2, { answerer: "person", abandoned: 1 });
  await answered(2, { answerer: "machine" });
  await answered(30 * 60, { answerer: "unknown" });
  await answered(30 * 60, { answerer: "person", abandoned: 1 });
  await addAttempt(office, id, { startedAt: ago(20), endedAt: ago(20), code: 594 });
  const { tasks } = await admin.call(taskMonitorApi.list, { body: { ftype: 3 } });
  const task = tasks.find((each) => each.id === id)!;
  expect(task).toMatchObject({ state: "running", joined: 1, abandonedDay: 50, abandonedAll: 50, answerRate: null });
  expect(task.flight).toEqual([
    { state: "ringing", count: 2 },
    { state: "connected", count: 1 },
  ]);
  expect(task.minutes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
  expect(task.progress).toMatchObject({ total: 4, live: 3, waiting: 1 });
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("dial_task")
      .set({ pacing: JSON.stringify({ reasons: ["渐进式：空闲 1，呼叫中 1", 7] }) })
      .where("id", "=", id)
      .execute(),
  );
  const detail = await admin.call(taskMonitorApi.detail, { body: { id } });
  expect(detail.task.pacing).toEqual(["渐进式：空闲 1，呼叫中 1"]);
  expect(detail.seats).toMatchObject([{ agentId: "1001", name: "李晓雯", code: 0, stateName: "离线" }]);
  expect(detail.codes).toEqual([
    { code: 200, count: 5 },
    { code: 594, count: 1 },
  ]);
  expect((await admin.call(taskMonitorApi.list, { body: { ftype: 4 } })).tasks).toEqual([]);
  expect(await refused(office.monitor.call(taskMonitorApi.list, { body: { ftype: 3 } }))).toMatchObject({
    status: 403,
  });
});

test("D2 why a number is not dialled: all checks in order, each with its cause, and when it may be", async () => {
  const id = await addTask(admin, { taskIdentity: "为什么", accessNumbers: [number], timeRuleId: rule.id });
  const [phoneId] = await addPhones(office, id, [{ phone: "13900000001" }]);
  const why = () => admin.call(dialTaskApi.why, { body: { id, phoneId: phoneId! } });
  const failing = async () =>
    (await why()).steps.filter(({ passed }) => !passed).map(({ check, detail }) => `${check}: ${detail}`);
  expect((await why()).steps.map(({ check }) => check)).toHaveLength(11);
  expect(await failing()).toEqual(["task: 任务未启动", "agent: 没有坐席加入任务"]);
  await admin.call(dialTaskApi.start, { body: { id } });
  await joinTask(await office.signIn({ code: compId, roleType: 2, account: "1001" }), id);
  expect(await failing()).toEqual(["agent: 已加入坐席 1，空闲 0"]);
  const change = (set: object) =>
    office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("dial_phone").set(set).where("id", "=", phoneId!).execute(),
    );
  await change({ state: "retry", nextAt: at("10:00:00"), attempts: 1, attemptsToday: 1, today: "2026-03-02" });
  expect(await why()).toMatchObject({ dials: false, nextAt: "2026-03-02 10:00:00" });
  expect((await failing())[0]).toBe("attempts: 下次拨打时间 2026-03-02 10:00:00");
  await change({ nextAt: null, attemptsToday: 3 });
  expect(await why()).toMatchObject({ nextAt: "2026-03-03 08:00:00" });
  // Yesterday's attempts are not today's.
  await change({ today: "2026-03-01" });
  expect((await failing())[0]).toMatch(/^agent/);
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("black_list")
      .values({ compId, id: "bar", phone: "139", isPrefix: 1, callType: 1, createdAt: at("09:00:00"), createdBy: "" })
      .execute(),
  );
  expect((await failing())[0]).toBe("blacklist: 号码在企业黑名单中");
  await office.ports.clock.leap(13 * 60 * minuteMs);
  const night = await why();
  expect(night.steps[1]).toEqual({
    check: "hours",
    passed: false,
    detail: "当前 22:00 不在允许外呼的时间 08:00-21:00 内",
  });
  expect(night.nextAt).toBe("2026-03-03 08:00:00");
  expect(await admin.call(dialTaskApi.findById, { body: { id } })).toMatchObject({
    waitsFor: "等待时段：当前 22:00 不在允许外呼的时间 08:00-21:00 内",
  });
  expect(await refused(admin.call(dialTaskApi.why, { body: { id, phoneId: "none" } }))).toMatchObject({ code: 404 });
});

test("D32 an experiment of a task is started, looked at and stopped; what cannot be compared is refused by its field", async () => {
  const id = await addTask(admin, { taskIdentity: "实验" });
  const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
  const half = (more: object) => ({ ...none, ...more });
  const start = (more: object) =>
    admin.call(taskExperimentApi.start, {
      body: {
        ...{ taskId: id, kind: "displayed", metric: "answered", wanted: "", goesOn: 1, most: 5_000 },
        ...{ a: half({ numbers: [number] }), b: half({ numbers: [second] }) },
        ...more,
      },
    });
  const find = () => admin.call(taskExperimentApi.find, { body: { taskId: id } });
  expect(await find()).toBeNull();
  const paths = async (more: object) => (await refused(start(more))).fields.map(({ path }) => path);
  expect(await paths({ b: half({ numbers: [number] }) })).toEqual(["b.numbers"]);
  expect(await paths({ a: half({}) })).toEqual(["a.numbers"]);
  expect(await paths({ metric: "result" })).toEqual(["wanted"]);
  expect(await paths({ kind: "flow", a: half({ flowId: "x" }), b: half({ flowId: "y" }) })).toEqual(["kind"]);
  await start({});
  expect(await find()).toMatchObject({
    ...{ kind: "displayed", state: "running", better: "", evidence: 0, a: { numbers: [number] } },
    counts: { a: { calls: 0, rate: null, low: 0, high: 100 } },
  });
  expect((await refused(start({}))).msg).toBe("任务已有进行中的实验，请先停止");
  await admin.call(taskExperimentApi.stop, { body: { taskId: id } });
  expect(await find()).toMatchObject({ state: "stopped", endedAt: expect.any(String) });
  expect((await refused(admin.call(taskExperimentApi.stop, { body: { taskId: id } }))).msg).toBe(
    "任务没有进行中的实验",
  );
  await start({ metric: "talk", goesOn: 0 });
  expect(await find()).toMatchObject({ state: "running", metric: "talk", goesOn: 0 });
});
