/** F84: levels of intention, and the calls that have one. */
import { formatTime } from "@liantai/api/contract";
import { defaultLevels, intentionLevelApi as api } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { publish } from "../topics.ts";
import { until } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const call = (callId: string, agentId: string, callData: object | null = null, caller = "13812345678") =>
  office.ports.database.tenant(compId, async (trx) => {
    const at = new Date(office.ports.clock.now());
    await trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId, direction: "inbound", caller, callee: "4001", accessNumber: "4001", agentId },
        ...{ startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 61_000, holdMs: 0, result: 200 },
        ...{ cause: "completed", recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
        callData: callData && JSON.stringify(callData),
      })
      .execute();
  });
const levels = () => office.administrator.call(api.list, { body: {} });
const save = (list: readonly object[], person = office.administrator) =>
  person.call(api.save, { body: { levels: list } as never });
const calls = (person: Person, more: object = {}) =>
  person.call(api.calls, { body: { pageNo: 1, pageSize: 20, ...more } as never });
const idOf = async (name: string) => (await levels()).find((level) => level.name === name)!.id;

test("F84 levels are set at once: names differ, bands do not overlap, both ends or none; ids stay", async () => {
  const level = (name: string, minScore: number | null, maxScore: number | null) => ({ name, minScore, maxScore });
  for (const [list, path, message] of [
    [[level("A", 90, 100), level("A", 0, 10)], "levels[1].name", "等级“A”重复"],
    [[level("A", 90, 100), level("B", 80, 90)], "levels[1].minScore", "等级“B”与“A”的分数范围重叠"],
    [[level("A", 90, null)], "levels[0].minScore", "等级“A”的最低分和最高分应同时填写或同时为空"],
    [[level("A", 20, 10)], "levels[0].minScore", "等级“A”的最低分不能大于最高分"],
  ] as const)
    expect(await refused(save(list))).toMatchObject({ fields: [{ path, message }] });
  expect(await refused(save([level("A", 0, 101)]))).toMatchObject({ code: 400 });
  expect(await refused(save([], office.agent))).toMatchObject({ status: 403 });
  await save(defaultLevels);
  const first = await levels();
  expect(first.map(({ name, minScore, maxScore }) => [name, minScore, maxScore])).toEqual([
    ["A", 90, 100],
    ["B", 70, 89],
    ["C", 40, 69],
    ["D", 0, 39],
    ["E", null, null],
    ["F", null, null],
  ]);
  await save(first.map((one) => ({ ...one, remark: "改" })));
  expect((await levels()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
});

test("F84 whoever talks chooses a level or types a score; a call has one; it may be taken back", async () => {
  await call("own", "1001");
  await call("others", "1002");
  const mark = (body: object, person = office.agent) => person.call(api.mark, { body: body as never });
  await mark({ callId: "own", levelId: await idOf("E") });
  await mark({ callId: "own", score: 75, note: "要报价" });
  const find = (callId: string) => office.agent.call(api.find, { body: { callId } });
  expect(await find("own")).toEqual({ levelId: await idOf("B"), levelName: "B", score: 75, note: "要报价" });
  const none = { levelId: "", levelName: "", score: null, note: "" };
  await mark({ callId: "others", score: 75 }, office.administrator);
  expect(await find("others")).toEqual(none);
  await mark({ callId: "others" }, office.administrator);
  expect(await refused(mark({ callId: "others", score: 75 }))).toMatchObject({ code: 404 });
  expect(await refused(mark({ callId: "own", levelId: "none" }))).toMatchObject({ fields: [{ path: "levelId" }] });
  const [row, ...more] = (await calls(office.agent)).list;
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    ...{ callId: "own", levelName: "B", score: 75, source: "agent", note: "要报价", markedBy: "李晓雯" },
    ...{ number: "138****5678", direction: "inbound", agentId: "1001", talkSeconds: 61, followed: 0 },
    ref: expect.stringMatching(/^v1\./),
  });
  expect(JSON.stringify(row)).not.toContain("13812345678");
  await mark({ callId: "own" });
  expect(await find("own")).toEqual(none);
  expect((await calls(office.agent)).total).toBe(0);
});

test("F84 a flow's level or score in the call's data counts when the call is on record, and never over a person's word", async () => {
  const { administrator, agent, ports } = office;
  await call("named", "1001", { intentionLevel: "F" }, "02088886666");
  await call("scored", "1002", { intentionScore: "93" });
  await call("both", "1001", { intentionLevel: "A", intentionScore: "12" });
  await call("wrong", "1001", { intentionLevel: "没有这级", intentionScore: "1000" });
  await call("said", "1001", { intentionLevel: "A" });
  await agent.call(api.mark, { body: { callId: "said", levelId: await idOf("D") } });
  for (const callId of ["named", "scored", "both", "wrong", "said"])
    await publish(ports.broker, "call.recorded", { compId, callId, agentId: "1001", cause: "completed" });
  await until(office, async () => (await calls(administrator)).total === 4);
  const found = new Map((await calls(administrator)).list.map((row) => [row.callId, row]));
  expect(found.get("named")).toMatchObject({ levelName: "F", score: null, source: "flow" });
  expect(found.get("scored")).toMatchObject({ levelName: "A", score: 93 });
  expect(found.get("both")).toMatchObject({ levelName: "A", score: 12 });
  expect(found.get("said")).toMatchObject({ levelName: "D", source: "agent" });
  expect(found.has("wrong")).toBe(false);
});

test("F84 asked by level, number, seat and follow-up, within the data scope, with how many each level has", async () => {
  const { administrator, agent } = office;
  const levelId = await idOf("A");
  const all = await calls(administrator, { levelId });
  expect(all.list.map(({ callId }) => callId).sort()).toEqual(["both", "scored"]);
  const counted = (page: { readonly counts: readonly { levelName: string; count: number }[] }) =>
    Object.fromEntries(page.counts.map(({ levelName, count }) => [levelName, count]));
  expect(counted(all)).toEqual({ A: 2, D: 1, F: 1 });
  expect(counted(await calls(agent))).toEqual({ A: 1, D: 1, F: 1 });
  expect((await calls(administrator, { phone: "02088886666" })).list.map(({ callId }) => callId)).toEqual(["named"]);
  expect((await calls(administrator, { phone: "0208888" })).total).toBe(0);
  expect((await calls(administrator, { agentId: "1002" })).list.map(({ callId }) => callId)).toEqual(["scored"]);
  const later = formatTime(office.ports.clock.now() + 60_000);
  const [startTime, endTime] = all.list.map((row) => row.startTime).sort();
  expect((await calls(administrator, { levelId, startTime, endTime })).total).toBe(2);
  expect((await calls(administrator, { levelId, startTime: later })).total).toBe(0);
  await agent.call(api.followUp, { body: { callId: "both", followed: 1, followNote: "已发报价" } });
  expect(await refused(agent.call(api.followUp, { body: { callId: "scored", followed: 1 } }))).toMatchObject({
    code: 404,
  });
  expect((await calls(administrator, { followed: "1" })).list).toMatchObject([
    { callId: "both", followed: 1, followNote: "已发报价", followBy: "李晓雯" },
  ]);
  // A level that goes leaves its name on the calls.
  await save((await levels()).filter(({ name }) => name !== "A"));
  expect((await calls(administrator, { followed: "1" })).list[0]).toMatchObject({ levelName: "A" });
});
