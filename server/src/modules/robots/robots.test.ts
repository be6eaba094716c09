import type { BodyOf } from "@liantai/api/contract";
import { operateLogApi, skillGroupApi } from "@liantai/api/contract/admin";
import { flowApi, intentionRuleApi, robotAgentApi, robotGroupApi } from "@liantai/api/contract/flow-editor";
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
