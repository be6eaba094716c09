/** What calls of tasks leave behind: results, levels with every addend, refusals over all tasks. */
import { cdrApi } from "@liantai/api/contract";
import { blackListApi } from "@liantai/api/contract/admin";
import { intentionRuleApi, robotRecordApi, scoreModelApi } from "@liantai/api/contract/flow-editor";
import { intentionLevelApi } from "@liantai/api/contract/workorder";
import { openOffice, type Office } from "../../../testing/office.ts";
import { publish } from "../../topics.ts";
import { flowOver, refuse } from "../index.ts";
import { countProgress } from "../progress-repository.ts";
import { addAttempt, addPhone, addTask, logCall, step, until, type Logged } from "../testing/rows.ts";

let office: Office;
const compId = "100001";
const page = { pageNo: 1, pageSize: 20 };
const phone = { id: "p1", taskId: "ivr", phone: "13800000001" };
const notice = { id: "p2", taskId: "note", phone: "13800000002" };
const robot = { id: "p3", taskId: "bot", phone: "13800000003" };

const entered: Logged = [1, { type: "flowEntered", flowId: "f1", name: "催缴" }];
const over: readonly Logged[] = [
  [41, { type: "flowLeft", result: "hungUp" }],
  [41, { type: "ended" }, "abandonedInFlow"],
];
const variables = (values: Record<string, string | boolean>): Logged => [
  40,
  { type: "flowVariables", flowId: "f1", values },
];
const row = async (id: string) =>
  office.ports.database.system(async (trx) => ({
    phone: await trx.selectFrom("dial_phone").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    attempt: await trx.selectFrom("dial_attempt").selectAll().where("phoneId", "=", id).executeTakeFirstOrThrow(),
  }));

beforeAll(async () => {
  office = await openOffice();
  await office.administrator.call(scoreModelApi.save, {
    body: {
      addends: [
        { kind: "keyword", text: "多少钱", intentId: null, least: null, points: 50 },
        { kind: "node", text: "报价", intentId: null, least: null, points: 15 },
        { kind: "seconds", text: null, intentId: null, least: 30, points: 10 },
        { kind: "hangUp", text: "customer", intentId: null, least: null, points: -5 },
      ],
    },
  });
  await office.ports.database.system(async (trx) => {
    await addTask(trx, compId, { id: "ivr", ftype: 4, settings: { flowId: "f1", resultVariable: "answer" } });
    await addTask(trx, compId, { id: "note", ftype: 5 });
    await addTask(trx, compId, { id: "bot", ftype: 1 });
    for (const [at, one] of [phone, notice, robot].entries()) {
      await addPhone(trx, compId, { ...one, state: "connected" });
      await addAttempt(trx, compId, {
        ...{ id: `a${at + 1}`, phone: one, ftype: ([4, 5, 1] as const)[at]!, callId: `c${at + 1}` },
        startedAt: new Date(office.ports.clock.now()),
      });
    }
  });
});
afterAll(() => office?.close());

test("the result variable of an IVR task is the result of number and try; called again it says the same", async () => {
  await logCall(office, compId, { id: "c1", to: phone.phone, taskId: "ivr" }, [
    entered,
    variables({ answer: "同意还款", other: "x" }),
    ...over,
  ]);
  const of = { compId, attemptId: "a1", callId: "c1" };
  const came = { result: "同意还款", confirmed: false, again: false, refused: false, level: "", score: null };
  expect(await flowOver(office.ports, of)).toEqual(came);
  expect(await flowOver(office.ports, of)).toEqual(came);
  expect(await row("p1")).toMatchObject({ phone: { result: "同意还款" }, attempt: { result: "同意还款", level: "" } });
  expect(await flowOver(office.ports, { ...of, compId: "200002" })).toMatchObject({ result: "" });
});

test("E17 a notice: confirmed, or unanswered and to be said again", async () => {
  await logCall(office, compId, { id: "c2", to: notice.phone, taskId: "note" }, [
    entered,
    variables({ noticeResult: "已确认", noticeConfirmed: "true", noticeAgain: "false" }),
    ...over,
  ]);
  const of = { compId, attemptId: "a2", callId: "c2" };
  expect(await flowOver(office.ports, of)).toMatchObject({ result: "已确认", confirmed: true, again: false });
  expect((await row("p2")).phone.result).toBe("已确认");
});

test("E13 a robot's call gets level and score by the rules; every addend is in the record and at its step of the trace", async () => {
  const { administrator, ports } = office;
  await administrator.call(intentionLevelApi.save, {
    body: { levels: [{ name: "B", minScore: 70, maxScore: 89, remark: "有意向" }] } as never,
  });
  await logCall(office, compId, { id: "c3", to: robot.phone, taskId: "bot", ftype: 1 }, [
    entered,
    [1, { type: "robotTaken", flowId: "f1", robotId: "r1", robotName: "小联", lineId: "l1", line: "一号线" }],
    [5, step("heard", { content: "多少钱", data: { intentId: "" } })],
    [9, step("node", { nodeName: "报价" })],
    ...over,
  ]);
  // 50 + 15 + 10 (40 s) - 5 = 70.
  const of = { compId, attemptId: "a3", callId: "c3" };
  expect(await flowOver(ports, of)).toMatchObject({ level: "B", score: 70 });
  expect(await row("p3")).toMatchObject({ phone: { level: "B", score: 70 }, attempt: { level: "B", score: 70 } });
  const records = await administrator.call(robotRecordApi.list, { body: { ...page } as never });
  expect(records.list).toMatchObject([
    {
      ...{ callId: "c3", level: "B", score: 70 },
      scoredBy: "说出关键词“多少钱” +50，走到节点“报价” +15，通话时长至少30秒 +10，客户挂机 -5；得分70",
    },
  ]);
  const track = await administrator.call(cdrApi.callTrack, { body: { callId: "c3" } });
  const infos = track.map(({ info }) => JSON.parse(info) as Record<string, unknown>);
  expect(infos.filter(({ jumpScore }) => jumpScore !== undefined).map(({ jumpScore }) => jumpScore)).toEqual([50, 15]);
  expect(infos.filter(({ intentionLevel }) => intentionLevel !== undefined)).toEqual([
    expect.objectContaining({
      ...{ intentionLevel: "B", intentionName: "默认等级", intentionMinScore: 70, intentionMaxScore: 89 },
    }),
  ]);
  expect(infos[0]).toMatchObject({ isCallout: 1 });
  // 智能意向信息 has it, too.
  await until(office, async () => {
    const { list } = await administrator.call(intentionLevelApi.calls, { body: { ...page } as never });
    return list.some(({ callId, levelName, score }) => callId === "c3" && levelName === "B" && score === 70);
  });
});

test("E13 a call of a robot that no task dialled is levelled when it is on record, and a rule can be tried on it", async () => {
  const { administrator, ports } = office;
  const levels = [
    { name: "热", minScore: 50, maxScore: 100 },
    { name: "冷", minScore: 0, maxScore: 49 },
  ];
  const { id: ruleId } = await administrator.call(intentionRuleApi.add, { body: { name: "冷热", levels } as never });
  await ports.database.system((trx) =>
    trx
      .insertInto("robot_agent")
      .values({ compId, id: "r2", name: "小泰", flowId: "f1", intentionRuleId: ruleId })
      .execute(),
  );
  await logCall(office, compId, { id: "c4", to: "13800000004" }, [
    entered,
    [1, { type: "robotTaken", flowId: "f1", robotId: "r2", robotName: "小泰", lineId: "l1", line: "一号线" }],
    [5, step("heard", { content: "多少钱啊", data: { intentId: "" } })],
    ...over,
  ]);
  await publish(ports.broker, "call.recorded", { compId, callId: "c4", agentId: null, cause: "abandonedInFlow" });
  const found = async () =>
    ports.database.system((trx) => trx.selectFrom("call_score").selectAll().where("callId", "=", "c4").execute());
  await until(office, async () => (await found()).length > 0);
  expect(await found()).toMatchObject([{ level: "热", score: 55, ruleName: "冷热", robotId: "r2", taskId: "" }]);
  const tried = await administrator.call(intentionRuleApi.try, {
    body: { levels, wins: [{ kind: "keyword", text: "多少钱", level: "冷" }], robotId: "r2", calls: 10 } as never,
  });
  expect(tried).toMatchObject({
    changed: 1,
    counts: expect.arrayContaining([
      { level: "冷", before: 0, after: 1 },
      { level: "热", before: 1, after: 0 },
    ]),
    calls: [{ callId: "c4", before: { level: "热", score: 55 }, after: { level: "冷", score: 55 } }],
  });
  // Nothing is saved by it.
  expect(await found()).toMatchObject([{ level: "热" }]);
});

test("D11 who refuses is barred and out of all tasks at once, counters included; said again nothing changes", async () => {
  const { administrator, ports } = office;
  const number = "13800000009";
  await ports.database.system(async (trx) => {
    await addPhone(trx, compId, { id: "w1", taskId: "ivr", phone: number });
    await addPhone(trx, compId, { id: "w2", taskId: "note", phone: number, state: "retry" });
    await addPhone(trx, compId, { id: "w3", taskId: "bot", phone: number, state: "done" });
    await addPhone(trx, compId, { id: "w4", taskId: "bot", phone: "13800000010" });
    await countProgress(trx, compId, "ivr", { total: 1, waiting: 1 });
    await countProgress(trx, compId, "note", { total: 1, retry: 1 });
  });
  const refusal = { compId, number: `0${number}`, phoneId: "", by: "客户说“不要再打”" };
  const list = await refuse(ports, refusal);
  expect([...list].sort((a, b) => a.phoneId.localeCompare(b.phoneId))).toEqual([
    { taskId: "ivr", phoneId: "w1" },
    { taskId: "note", phoneId: "w2" },
  ]);
  expect(await refuse(ports, refusal)).toEqual([]);
  const states = await ports.database.system((trx) =>
    trx.selectFrom("dial_phone").select(["id", "state", "reason"]).where("id", "like", "w%").orderBy("id").execute(),
  );
  expect(states.map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "客户拒绝来电"],
    ["skipped", "客户拒绝来电"],
    ["done", ""],
    ["waiting", ""],
  ]);
  const progress = await ports.database.system((trx) =>
    trx.selectFrom("dial_progress").selectAll().where("taskId", "in", ["ivr", "note"]).orderBy("taskId").execute(),
  );
  expect(progress).toMatchObject([
    { waiting: 0, skipped: 1 },
    { retry: 0, skipped: 1 },
  ]);
  const black = await administrator.call(blackListApi.list, { body: { ...page, blackListType: 1 } as never });
  expect(black.list).toMatchObject([{ phone: number, remark: "客户拒绝：客户说“不要再打”", blackListCallType: 1 }]);
});

test("D11 a refusal told by a call acts by itself", async () => {
  const { ports } = office;
  await ports.database.system((trx) => addPhone(trx, compId, { id: "x1", taskId: "ivr", phone: "13800000020" }));
  const who = { taskId: "note", phoneId: "x1", number: "13800000020", by: "客户按键“9”" };
  await publish(ports.broker, "call.refused", { compId, callId: "c9", ...who });
  await until(office, async () => {
    const { state } = await ports.database.system((trx) =>
      trx.selectFrom("dial_phone").select("state").where("id", "=", "x1").executeTakeFirstOrThrow(),
    );
    return state === "skipped";
  });
});
