/** 接待记录 through the whole server: calls of robots, as their log says. */
import type { BodyOf } from "@liantai/api/contract";
import { cdrApi } from "@liantai/api/contract";
import { callLegApi } from "@liantai/api/contract/admin";
import { robotRecordApi } from "@liantai/api/contract/flow-editor";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { createEventLog, type CallFact, type Entry } from "../event-log/index.ts";

let office: Office;
let admin: Person;
let day = "";
const numbers = { robot: "13911112222", human: "13933334444", open: "13955556666" } as const;

type Told = readonly [seconds: number, fact: CallFact, reason?: string, actor?: string];

/** A call of an enterprise as its log has it. */
async function call(compId: string, id: string, caller: string, told: readonly Told[]): Promise<void> {
  const log = createEventLog(office.ports);
  const began = office.ports.clock.now();
  const created = { type: "created", direction: "inbound", caller, callee: "4001", accessNumber: "4001" } as const;
  for (const [seconds, fact, reason = null, actor = "engine"] of [[0, created] as Told, ...told])
    void log.append({
      ...{ stream: "contact", kind: "call", compId, id, at: began + seconds * 1_000, actor, reason, fact },
    } as Entry);
  await log.flush();
}
const taken = (robotId: string, robotName: string): Told => [
  1,
  { type: "robotTaken", flowId: "f1", robotId, robotName, lineId: "l1", line: "一号线" },
];
const heard: Told = [4, { type: "flowStep", step: "heard", nodeId: "n", nodeName: "问", content: "没钱" }];

beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  day = new Date(office.ports.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute();
    await trx
      .insertInto("robot_agent")
      .values([
        { compId: "100001", id: "r1", name: "小联", flowId: "f1" },
        { compId: "100001", id: "r2", name: "小像", flowId: "f1", kind: 2, pictureId: "p" },
      ])
      .execute();
  });
  await call("100001", "c1", numbers.robot, [
    taken("r1", "旧名"),
    heard,
    [11, { type: "flowLeft", result: "hangup" }],
    [11, { type: "ended" } as CallFact, "flowEnded"],
  ]);
  await call("100001", "c2", numbers.human, [
    taken("r2", "小像"),
    heard,
    [5, { type: "offered", agentId: "1001", ringMs: 1, idleMs: 0 }, "pickedUp"],
    [21, { type: "flowLeft", result: "answered" }],
    [21, { type: "answered", agentId: "1001" }],
  ]);
  await call("100001", "c3", numbers.open, [taken("gone", "走了的")]);
  await call("200002", "c4", "13977778888", [taken("r1", "乙的")]);
});
afterAll(() => office?.close());

const page = { pageNo: 1, pageSize: 20 };
/** Whatever is asked, wrong types too. */
const list = (body: object = {}, who = admin, digital = false) =>
  who.call(digital ? robotRecordApi.digital : robotRecordApi.list, {
    body: { ...page, ...body } as BodyOf<typeof robotRecordApi.list>,
  });
const ids = async (body: object = {}, who = admin, digital = false) =>
  (await list(body, who, digital)).list.map(({ callId }) => callId);

test("Y26 calls of a robot: who called on which line, for how long, with how many turns, and how it ended", async () => {
  const { list: rows, total } = await list({ sortBy: "talkS", sortOrder: "asc" });
  expect(total).toBe(3);
  expect(rows).toMatchObject([
    {
      ...{ callId: "c1", seq: 1, robotId: "r1", robotName: "小联", flowName: "", line: "一号线", talkS: 10, turns: 1 },
      ...{ number: numbers.robot, accessNumber: "4001", outcome: "ended", agentId: "", agentName: "" },
      startTime: expect.stringContaining(day),
    },
    { callId: "c2", robotName: "小像", talkS: 20, outcome: "takenOver", agentId: "1001", agentName: "李晓雯" },
    { callId: "c3", robotName: "走了的", outcome: "open", talkS: null, endTime: null, turns: 0 },
  ]);
});

test("Y26 by robot, number, time and end, page by page; digital humans are those of kind 2 alone", async () => {
  expect(await ids({ robotId: "r1" })).toEqual(["c1"]);
  expect(await ids({ number: "3333" })).toEqual(["c2"]);
  expect(await ids({ outcome: "open" })).toEqual(["c3"]);
  expect(await ids({}, admin, true)).toEqual(["c2"]);
  expect(await ids({ robotId: "r1" }, admin, true)).toEqual([]);
  expect(await ids({ startTime: "2000-01-01 00:00:00", endTime: "2000-01-02 00:00:00" })).toEqual([]);
  const pages = [await list({ pageSize: 2 }), await list({ pageNo: 2, pageSize: 2 })];
  expect(pages.map(({ list: rows, total }) => [rows.length, total])).toEqual([
    [2, 3],
    [1, 3],
  ]);
  expect(new Set(pages.flatMap(({ list: rows }) => rows.map(({ callId }) => callId))).size).toBe(3);
});

test("Y26 who sees no numbers gets them masked and finds them as a whole alone", async () => {
  const { database } = office.ports;
  const hide = (isHiddenNum: 0 | 1) =>
    database.system((trx) =>
      trx
        .updateTable("account")
        .set({ isHiddenNum })
        .where("compId", "=", "100001")
        .where("roleType", "=", 1)
        .execute(),
    );
  await hide(1);
  const who = await office.signIn({ code: "100001", roleType: 1, account: "admin" });
  expect((await list({ robotId: "r1" }, who)).list).toMatchObject([{ number: "139****2222" }]);
  expect([await ids({ number: "3333" }, who), await ids({ number: numbers.human }, who)]).toEqual([[], ["c2"]]);
  await hide(0);
  admin = await office.signIn({ code: "100001", roleType: 1, account: "admin" });
});

test("Y26 administrators of the own enterprise alone; what is no filter is refused in words", async () => {
  for (const who of [office.agent, office.monitor])
    for (const digital of [false, true]) expect(await refused(list({}, who, digital))).toMatchObject({ status: 403 });
  const foreign = await office.enter("200002");
  expect([await ids({}, foreign), await ids({ robotId: "r2" }, foreign), await ids({}, foreign, true)]).toEqual([
    ["c4"],
    [],
    [],
  ]);
  expect(await refused(list({ compId: "100001" }, foreign))).toMatchObject({ status: 403 });
  const wrong: readonly (readonly [object, string])[] = [
    [{ number: "%" }, "客户号码只能是数字"],
    [{ number: { a: 1 } }, "客户号码"],
    [{ robotId: "x".repeat(65) }, "机器人"],
    [{ outcome: "gone" }, "结束方式"],
    [{ startTime: "昨天" }, "开始时间"],
    [{ startTime: `${day} 10:00:00`, endTime: `${day} 09:00:00` }, "开始时间不能晚于结束时间"],
    [{ sortBy: "number" }, "排序字段"],
    [{ pageSize: "多" }, "每页"],
  ];
  for (const [body, said] of wrong) expect((await refused(list(body))).msg).toContain(said);
});

test("Y26 an administrator who took the caller over is named by his account, in list and call; who only rang before is not", async () => {
  const asked: Told = [5, { type: "dialled", to: "manager0001" }, "pickedUp", "monitor:manager0001"];
  const talk = (at: number): readonly Told[] => [
    [at, { type: "flowLeft", result: "answered" }],
    [at, { type: "answered" }, undefined, "monitor:manager0001"],
    [at + 9, { type: "hungup", side: "near", cause: "normal" }, undefined, "monitor:manager0001"],
    [at + 9, { type: "ended" } as CallFact, "completed"],
  ];
  await call("100001", "c5", "13988880000", [taken("r3", "小值"), asked, ...talk(8)]);
  // Rung, not reached, and back with the robot.
  await call("100001", "c6", "13988880001", [
    taken("r3", "小值"),
    [2, { type: "flowStep", step: "transfer", nodeId: "n", nodeName: "转人工" }],
    [2, { type: "offered", agentId: "1001", ringMs: 1, idleMs: 0 }, "byTarget"],
    [3, { type: "offerEnded", agentId: "1001" }, "noAnswer"],
    [3, { type: "flowInput", event: { type: "transferEnded", id: "t", result: "noAnswer" } } as unknown as CallFact],
    asked,
    ...talk(9),
  ]);
  expect((await list({ robotId: "r3", sortBy: "talkS", sortOrder: "asc" })).list).toMatchObject(
    [1, 2].map(() => ({ outcome: "takenOver", agentId: "", agentName: "管理员manager0001" })),
  );
  const { agentId, agentName, firstAgentName } = await admin.call(cdrApi.callDetail, { body: { callId: "c5" } });
  expect([agentId, agentName, firstAgentName]).toEqual([null, "管理员manager0001", "管理员manager0001"]);
  const legs = await admin.call(callLegApi.list, { body: { callId: "c5" } });
  expect(legs.map(({ role, agentId: id, number }) => [role, id, number])).toEqual([
    ["customer", null, "13988880000"],
    ["agent", null, "管理员manager0001"],
  ]);
  const steps = await admin.call(cdrApi.callTrack, { body: { callId: "c5" } });
  expect(steps.map(({ action, info }) => [action, (JSON.parse(info) as { content?: string }).content])).toEqual(
    expect.arrayContaining([
      ["开始拨号", "拨打管理员manager0001，原因：代接"],
      ["接听", "管理员manager0001"],
      ["管理员挂断", "正常挂断"],
    ]),
  );
});
