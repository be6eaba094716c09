import { formatDate, type BodyOf } from "@liantai/api/contract";
import { operateLogApi, skillGroupApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  intentionRuleApi,
  robotAgentApi,
  robotGroupApi,
  robotMonitorApi,
} from "@liantai/api/contract/flow-editor";
import { createRobotsOfCalls } from "./index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

let made = 0;
async function newFlow(flowType: 1 | 2): Promise<{ readonly id: string; readonly name: string }> {
  const name = `流程${(made += 1)}`;
  const { id } = await admin.call(flowApi.create, { body: { name, flowType } });
  return { id, name };
}
/** Whatever is typed, wrong types too. */
const add = (body: object) => admin.call(robotAgentApi.add, { body: body as BodyOf<typeof robotAgentApi.add> });
const page = { pageNo: 1, pageSize: 20 };
const voice = (engineId: string) => JSON.stringify({ engineId, voice: "", speed: 0, volume: 0, pitch: 0 });

test("G80 a robot is a flow with a voice, a rule and a group; each holds what it is made of", async () => {
  const flow = await newFlow(2);
  const rule = await admin.call(intentionRuleApi.add, {
    body: { name: "意向", levels: [{ name: "高", minScore: 0, maxScore: 100 }] },
  });
  const [group] = (await admin.call(skillGroupApi.list, { body: page })).list;
  const parts = { flowId: flow.id, intentionRuleId: rule.id, fallbackGroupId: group!.id };
  const { id } = await add({ name: "小联", ...parts });
  expect((await admin.call(robotAgentApi.list, { body: page })).list).toEqual([
    {
      id,
      name: "小联",
      kind: 1,
      pictureId: "",
      flowName: flow.name,
      tts: "",
      asrEngineId: "",
      intentionRuleName: "意向",
      fallbackGroupName: group!.name,
      enabled: 1,
      remark: "",
      ...parts,
    },
  ]);
  expect(await refused(add({ name: "小联", flowId: flow.id }))).toMatchObject({ msg: "机器人名称已存在" });
  expect(await refused(admin.call(flowApi.delete, { params: { id: flow.id } }))).toMatchObject({
    msg: `流程「${flow.name}」正在使用，不能删除：机器人「小联」`,
  });
  expect(await refused(admin.call(intentionRuleApi.delete, { body: { ids: [rule.id] } }))).toMatchObject({
    msg: "“意向”正在被机器人“小联”使用，不能删除",
  });
  expect((await refused(admin.call(skillGroupApi.delete, { body: { ids: [group!.id] } }))).msg).toContain(
    "机器人「小联」",
  );
  await admin.call(robotAgentApi.update, { body: { id, name: "小泰", flowId: flow.id, enabled: 0 } });
  expect((await admin.call(robotAgentApi.list, { body: { ...page, enabled: "0" } })).list).toMatchObject([
    { id, name: "小泰", intentionRuleId: "", fallbackGroupId: "" },
  ]);
  expect(await admin.call(intentionRuleApi.delete, { body: { ids: [rule.id] } })).toEqual({ count: 1 });
  expect(await admin.call(robotAgentApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
  await admin.call(flowApi.delete, { params: { id: flow.id } });
  const log = await admin.call(operateLogApi.list, { body: page });
  expect(log.list.filter(({ objectName }) => objectName === "小泰").map((line) => line.actionText)).toEqual([
    "删除",
    "编辑",
  ]);
});

test("G81 a robot takes the calls of a flow, is called by its name there, and does not go meanwhile", async () => {
  const [own, other] = [await newFlow(2), await newFlow(2)];
  const { id } = await add({ name: "接听员", flowId: own.id });
  await admin.call(robotGroupApi.create, { body: { flowId: other.id, robotIds: [id] } });
  expect(await admin.call(robotGroupApi.findByFlowId, { body: { flowId: other.id } })).toEqual([
    { id, name: "接听员" },
  ]);
  expect(await admin.call(robotGroupApi.options, { body: { flowId: other.id } })).toContainEqual({
    ...{ id, name: "接听员", kind: "robot", bound: 1 },
  });
  expect(await admin.call(robotGroupApi.options, { body: { flowId: own.id } })).toContainEqual({
    ...{ id, name: "接听员", kind: "robot", bound: 0 },
  });
  expect(await refused(admin.call(robotAgentApi.delete, { body: { ids: [id] } }))).toMatchObject({
    msg: `“接听员”正在被流程“${other.name}”使用，不能删除`,
  });
  expect((await refused(admin.call(flowApi.delete, { params: { id: other.id } }))).msg).toContain("机器人「接听员」");
  await admin.call(robotGroupApi.delByFlowId, { body: { flowId: other.id } });
  expect(await admin.call(robotAgentApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
});

test("G80 what is not there, is of another kind or is somebody else's is refused at its field", async () => {
  const [robot, ivr] = [await newFlow(2), await newFlow(1)];
  const of = { name: "试", flowId: robot.id };
  const cases: readonly (readonly [object, string, string])[] = [
    [{ ...of, flowId: "foreign" }, "flowId", "流程不存在或已被删除"],
    [{ ...of, flowId: ivr.id }, "flowId", `流程“${ivr.name}”不是机器人流程，不能用于机器人`],
    [{ ...of, flowId: "" }, "flowId", "请选择流程"],
    [{ ...of, intentionRuleId: "foreign" }, "intentionRuleId", "意向规则不存在或已被删除"],
    [{ ...of, fallbackGroupId: "foreign" }, "fallbackGroupId", "技能组不存在或已被删除"],
    [{ ...of, asrEngineId: "foreign" }, "asrEngineId", "所选的识别引擎没有分配给本企业"],
    [{ ...of, tts: voice("foreign") }, "tts", "所选的合成引擎没有分配给本企业"],
    [{ ...of, tts: "{" }, "tts", "音色格式有误"],
  ];
  for (const [body, field, message] of cases) {
    const answer = await refused(add(body));
    expect([answer.fields[0]?.path, answer.msg]).toEqual([field, message]);
  }
  expect(await refused(office.agent.call(robotAgentApi.add, { body: of }))).toMatchObject({ status: 403 });
  expect((await refused(add({ ...of, name: "长".repeat(500) }))).msg).toContain("机器人名称");
});

test("two at once with one name: one is added", async () => {
  const flow = await newFlow(2);
  const both = await Promise.allSettled([1, 2].map(() => add({ name: "同名", flowId: flow.id })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("Y16 lines that a flow names go before all others of the enterprise; its robot is the first enabled one by name", async () => {
  const compId = "100001";
  const { database } = office.ports;
  const flow = await newFlow(2);
  const lines = ["甲线", "乙线"].map((name) => ({
    compId,
    id: `line-${name}`,
    name,
    concurrency: 2,
    expiresOn: "",
    enabled: 1,
    remark: "",
  }));
  await database.system((trx) => trx.insertInto("robot").values(lines).execute());
  const find = createRobotsOfCalls(office.ports);
  expect((await find(compId, flow.id)).lines.map(({ id }) => id).toSorted()).toEqual(
    lines.map(({ id }) => id).toSorted(),
  );
  expect(await find(compId, flow.id)).not.toHaveProperty("robot");
  await admin.call(robotGroupApi.create, { body: { flowId: flow.id, robotIds: ["line-乙线"] } });
  expect((await find(compId, flow.id)).lines).toMatchObject([{ id: "line-乙线", concurrency: 2, enabled: true }]);
  await add({ name: "乙机", flowId: flow.id });
  const { id } = await add({ name: "甲机", flowId: flow.id });
  await add({ name: "丙机", flowId: flow.id, enabled: 0 });
  const { robot } = await find(compId, flow.id);
  expect(["甲机", "乙机"]).toContain(robot?.name);
  expect(id).not.toBe("");
  // Of another enterprise nothing is found.
  expect(await find("999999", flow.id)).toEqual({ lines: [] });
});

test("Y22 机器人监控 is asked by administrators and monitors: lines, calls, numbers as they may see them", async () => {
  const { broker } = office.ports;
  const call = {
    ...{
      callId: "c1",
      number: "13912345678",
      accessNumber: null,
      flowId: "f1",
      flowName: "催收",
      robotId: "",
      robotName: "",
    },
    ...{ lineId: "l1", line: "线", startedAt: 1, since: 2, node: "问", taking: null },
    variables: [{ name: "phone", label: "电话", value: "13912345678" }],
    dialogue: [{ id: "r1", side: "customer", text: "打13912345678", at: 3 }],
  };
  const asked: unknown[] = [];
  const end = await broker.serve(
    "telephony.engine",
    async (request) => (asked.push(request), { at: 5, calls: [call] }),
  );
  const whole = await admin.call(robotMonitorApi.list, { body: {} });
  expect(whole).toMatchObject({ at: 5, calls: [call] });
  expect(asked).toEqual([{ verb: "robots", compId: "100001" }]);
  expect((await office.monitor.call(robotMonitorApi.list, { body: {} })).calls).toMatchObject([
    { number: "139****5678", variables: [{ value: "139****5678" }], dialogue: [{ text: "打139****5678" }] },
  ]);
  expect(await refused(office.agent.call(robotMonitorApi.list, { body: {} }))).toMatchObject({ status: 403 });
  await end();
});

test("G152 a line whose last day is over is said to have expired; one that is switched off is not, whatever its day", async () => {
  const { broker, clock, database } = office.ports;
  const today = formatDate(clock.now());
  const line = { compId: "100001", concurrency: 2, remark: "" };
  const lines = [
    { ...line, id: "d1", name: "末日线", expiresOn: today, enabled: 1 },
    { ...line, id: "d2", name: "过期线", expiresOn: "2020-01-01", enabled: 1 },
    { ...line, id: "d3", name: "停用线", expiresOn: "2020-01-01", enabled: 0 },
  ];
  await database.system((trx) => trx.insertInto("robot").values(lines).execute());
  const end = await broker.serve("telephony.engine", async () => ({ at: 5, calls: [] }));
  const answered = (await admin.call(robotMonitorApi.list, { body: {} })).lines;
  expect(
    lines.map(({ id }) => answered.find((one) => one.id === id)).map((one) => [one?.name, one?.serves, one?.expired]),
  ).toEqual([
    ["末日线", true, false],
    ["过期线", false, true],
    ["停用线", false, false],
  ]);
  await end();
});
