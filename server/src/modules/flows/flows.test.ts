import { randomBytes } from "node:crypto";
import { writeWav } from "@liantai/api/wav";
import { interfaceConfigApi, operateLogApi, voiceApi } from "@liantai/api/contract/admin";
import {
  flowApi,
  flowResolvingApi,
  flowTestApi,
  flowVersionApi,
  recordSetApi,
  assignedVariableApi,
  robotGroupApi,
  type FlowConflict,
  type PublishRefusal,
} from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { testFlow } from "./index.ts";
import { bodyWith, plainNode, spoken, wayOut } from "./blank.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const saying = (text: string, more: Partial<FlowBody> = {}): string =>
  JSON.stringify({
    ...bodyWith([
      plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "say" }),
      plainNode("say", "play", "问候", { x: 200, y: 0, nextNodeId: "end", talkings: [spoken("hello", text)] }),
      plainNode("end", "hangup", "挂机", { x: 400, y: 0 }),
    ]),
    ...more,
  });

let made = 0;
async function newFlow(flow = saying("您好")): Promise<{ id: string; revision: number; name: string }> {
  const name = `流程${(made += 1)}`;
  return { name, ...(await admin.call(flowApi.create, { body: { name, flowType: 1, flow } })) };
}
const publish = (id: string, revision: number, more: { note?: string; reason?: string } = {}) =>
  admin.call(flowVersionApi.publish, { body: { id, revision, ...more } });

test("G40 a flow is made, found as it was saved, renamed and deleted; a name is taken once", async () => {
  const { id, name } = await newFlow();
  const found = await admin.call(flowApi.find, { params: { id } });
  const { flow } = found;
  expect(found).toMatchObject({ name, flowType: 1, revision: 1, version: 0, changed: 1 });
  const body = JSON.parse(flow) as FlowBody;
  expect(body.nodes[0]!.subProcess.flow.nodes.map(({ nodeId, flowId }) => [nodeId, flowId])).toEqual(
    ["start", "say", "end"].map((nodeId) => [nodeId, id]),
  );
  expect(await refused(admin.call(flowApi.create, { body: { name, flowType: 1 } }))).toMatchObject({
    msg: "流程名称已存在",
  });
  await admin.call(flowApi.update, { body: { id, name: `${name}新`, remark: "备注", enabled: 0 } });
  const page = { pageNo: 1, pageSize: 20 };
  const { list } = await admin.call(flowApi.list, { body: { ...page, name: `${name}新` } });
  expect(list).toMatchObject([{ id, remark: "备注", enabled: 0, nodeCount: 3, usedBy: [] }]);
  await admin.call(flowApi.delete, { params: { id } });
  expect(await refused(admin.call(flowApi.find, { params: { id } }))).toMatchObject({ code: 404 });
  const log = await admin.call(operateLogApi.list, { body: page });
  const lines = log.list.filter((line) => line.objectName.startsWith(name)).map((line) => line.actionText);
  expect(lines).toEqual(["删除", "编辑", "新增"]);
});

test("G158 the lines of what is kept are what its branches say, whatever lines were sent", async () => {
  const { id } = await newFlow(saying("您好").replace(/"edges":\[.*?\]/, '"edges":[]'));
  const kept = async () => {
    const { flow } = await admin.call(flowApi.find, { params: { id } });
    return (JSON.parse(flow) as FlowBody).nodes[0]!.subProcess.flow.edges;
  };
  const lines = [
    { id: "start-next", source: "start", exit: "next", target: "say" },
    { id: "say-next", source: "say", exit: "next", target: "end" },
  ];
  expect(await kept()).toEqual(lines);
  const astray = saying("你好").replace('"exit":"next","target":"say"', '"exit":"next","target":"end"');
  expect(astray).toContain('"exit":"next","target":"end"},{');
  await admin.call(flowApi.save, { body: { id, revision: 1, flow: astray } });
  expect(await kept()).toEqual(lines);
});

test("G41 of two who save at once the later one is shown who was first and what differs", async () => {
  const { id, revision } = await newFlow();
  const saved = await admin.call(flowApi.save, { body: { id, revision, flow: saying("您好，欢迎") } });
  expect(saved.revision).toBe(2);
  const late = await refused(admin.call(flowApi.save, { body: { id, revision, flow: saying("早上好") } }));
  expect(late).toMatchObject({ code: 409, msg: expect.stringContaining("核对后再保存") });
  const { diff, revision: now, flow } = late.data as FlowConflict;
  expect(now).toBe(2);
  expect(flow).toContain("您好，欢迎");
  expect(diff.wordings).toMatchObject([{ nodeName: "问候", before: "早上好", after: "您好，欢迎" }]);
  expect(await admin.call(flowApi.save, { body: { id, revision: 2, flow } })).toEqual({ revision: 2 });
  const [first, second] = await Promise.allSettled(
    ["甲", "乙"].map((text) => admin.call(flowApi.save, { body: { id, revision: 2, flow: saying(text) } })),
  );
  expect([first!.status, second!.status].toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("A19 a flow has the time of its last save, by which its draft differs from what runs", async () => {
  const { id } = await newFlow();
  await publish(id, 1);
  const before = await admin.call(flowApi.find, { params: { id } });
  expect(before).toMatchObject({ changed: 0, revision: 1 });
  await office.ports.clock.advance(90_000);
  await admin.call(flowApi.save, { body: { id, revision: 1, flow: saying("您好，欢迎") } });
  const after = await admin.call(flowApi.find, { params: { id } });
  expect(after).toMatchObject({ changed: 1, revision: 2 });
  expect(Date.parse(after.updateTime) - Date.parse(before.updateTime)).toBe(90_000);
});

test("G42 versions never change: published, listed, returned to; a draft that differs is said", async () => {
  const { id } = await newFlow();
  const one = await publish(id, 1, { note: "第一版" });
  await admin.call(flowApi.save, { body: { id, revision: 1, flow: saying("第二版的话") } });
  const two = await publish(id, 2);
  expect([one.version, two.version]).toEqual([1, 2]);
  const back = await admin.call(flowVersionApi.rollback, { body: { versionId: one.versionId } });
  const versions = await admin.call(flowVersionApi.versions, { body: { id } });
  expect(versions.map(({ version, note, restores, percent }) => [version, note, restores, percent])).toEqual([
    [3, "回退到第1版", 1, 100],
    [2, "", 0, 0],
    [1, "第一版", 0, 0],
  ]);
  const found = await admin.call(flowVersionApi.versionFind, { body: { versionId: back.versionId } });
  expect(found.flow).toContain("您好");
  expect(await admin.call(flowApi.find, { params: { id } })).toMatchObject({ changed: 1, version: 3 });
  const diff = await admin.call(flowVersionApi.diff, { body: { id, a: one.versionId, b: "" } });
  expect(diff.wordings).toMatchObject([{ before: "您好", after: "第二版的话" }]);
  const resolved = await admin.call(flowResolvingApi.transfer, { body: { flowId: id } });
  expect(resolved).toMatchObject({ versionId: back.versionId, program: { main: "main" } });
});

test("G44 shares lead the same caller through the same version until the next is published", async () => {
  const { id } = await newFlow();
  const one = await publish(id, 1);
  await admin.call(flowApi.save, { body: { id, revision: 1, flow: saying("二") } });
  const two = await publish(id, 2);
  const versions = [
    { versionId: one.versionId, percent: 50 },
    { versionId: two.versionId, percent: 50 },
  ];
  await admin.call(flowVersionApi.share, { body: { id, versions } });
  const of = async (callerNumber: string) =>
    (await admin.call(flowResolvingApi.transfer, { body: { flowId: id, callerNumber } })).version;
  const numbers = Array.from({ length: 20 }, (_, at) => `1380000${1_000 + at}`);
  const got = await Promise.all(numbers.map(of));
  expect(new Set(got)).toEqual(new Set([1, 2]));
  expect(await Promise.all(numbers.map(of))).toEqual(got);
  const odd = { versions: [{ versionId: one.versionId, percent: 60 }] };
  expect(await refused(admin.call(flowVersionApi.share, { body: { id, ...odd } }))).toMatchObject({
    msg: "比例之和应为100",
  });
  const other = await newFlow();
  const strange = await refused(admin.call(flowVersionApi.share, { body: { id: other.id, versions } }));
  expect(strange).toMatchObject({ code: 404 });
});

test("G43 red tests bar publishing until a reason is typed, which stands with the version", async () => {
  const { id } = await newFlow();
  const test = { steps: [], overrides: {}, expect: [{ what: "said" as const, value: "早上好" }] };
  const added = await admin.call(flowTestApi.add, { body: { flowId: id, name: "问候", test } });
  const run = await admin.call(flowTestApi.run, { body: { flowId: id } });
  expect(run).toMatchObject({ passed: 0, failed: 1, coverage: { exits: { missing: [] } } });
  expect(run.results[0]!.faults).toEqual(["没有播报“早上好”，播报的是：您好"]);
  const barred = await refused(publish(id, 1));
  expect(barred).toMatchObject({ code: 0, msg: "有1个测试未通过，发布请填写原因：「问候」" });
  expect((barred.data as PublishRefusal).tests).toMatchObject([{ id: added.id, name: "问候" }]);
  await publish(id, 1, { reason: "先上线" });
  const [version] = await admin.call(flowVersionApi.versions, { body: { id } });
  expect(version).toMatchObject({ reason: "先上线", testsRun: 1, testsFailed: 1 });
  const right = { ...test, expect: [{ what: "said" as const, value: "您好" }] };
  await admin.call(flowTestApi.update, { body: { id: added.id, name: "问候", test: right } });
  expect(await admin.call(flowTestApi.run, { body: { flowId: id } })).toMatchObject({ passed: 1, failed: 0 });
  const { database } = office.ports;
  const told = (version?: string) => testFlow(database, { flowId: id, version });
  expect(await told()).toMatch(/草稿\n通过 {2}问候\n1个通过，0个失败$/);
  await admin.call(flowTestApi.update, { body: { id: added.id, name: "问候", test } });
  expect((await told("1")).split("\n").slice(1)).toEqual([
    ...["失败  问候", "      没有播报“早上好”，播报的是：您好", "0个通过，1个失败"],
  ]);
  await expect(told("2")).rejects.toThrow("the flow has no version 2");
  const wrong = { ...test, steps: [{ do: "fly" }] } as never;
  expect(await refused(admin.call(flowTestApi.add, { body: { flowId: id, name: "错", test: wrong } }))).toMatchObject({
    code: 400,
  });
});

test("G45 what names a thing is found, and what is named does not go: a voice, a flow", async () => {
  const voice = await addVoice("欢迎");
  const target = await newFlow();
  await publish(target.id, 1);
  const body = JSON.parse(saying("您好")) as FlowBody;
  const { nodes } = body.nodes[0]!.subProcess.flow;
  const jumping = [
    nodes[0]!,
    { ...nodes[1]!, talkings: [spoken("hello", "", { playType: "audio", audios: [voice] })], nextNodeId: "jump" },
    plainNode("jump", "jump", "去别处", { x: 1, y: 1, config: { to: "flow", targetId: target.id } }),
  ];
  const { subProcess } = body.nodes[0]!;
  const flow = JSON.stringify({
    ...body,
    nodes: [{ subProcess: { ...subProcess, flow: { nodes: jumping, edges: [], groups: [] } } }],
  });
  const { id, name } = await newFlow(flow);
  const voices = await admin.call(flowVersionApi.dependents, { body: { kind: "voice", dependencyId: voice } });
  expect(voices.flows).toMatchObject([
    { flowId: id, flowName: name, draft: 1, running: 0, nodes: [{ nodeName: "问候" }] },
  ]);
  expect(await refused(admin.call(voiceApi.delete, { body: { ids: [voice] } }))).toMatchObject({ code: 0 });
  expect(await refused(admin.call(flowApi.delete, { params: { id: target.id } }))).toMatchObject({
    msg: `流程「${target.name}」正在使用，不能删除：流程「${name}」`,
  });
  const sounds = await admin.call(recordSetApi.list, { body: { flowId: id } });
  expect(sounds.list.find(({ talkKey }) => talkKey === "hello")).toMatchObject({
    sounds: 1,
    audios: [{ id: voice, name: "欢迎" }],
  });
});

test("G45 an interface that a published flow asks, or sends messages by, does not go; one of a draft alone does", async () => {
  const form = (name: string) => ({
    name,
    url: "https://crm.example.com/hook",
    method: "POST" as const,
    headers: [],
    signed: 0,
    secret: "",
    mapping: [],
    timeoutS: 5,
    maxTries: 8,
    sendFullNumbers: 1,
    enabled: 1,
  });
  const add = async (name: string, events: readonly string[] = ["ended"]) =>
    (await admin.call(interfaceConfigApi.add, { body: { ...form(name), events } as never })).id;
  const [asked, sending, drafted] = [await add("查询订单"), await add("短信平台", ["sms"]), await add("草稿里的")];
  const flow = JSON.stringify(
    bodyWith([
      plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "ask" }),
      plainNode("ask", "interface", "查询", {
        x: 200,
        y: 0,
        config: { interfaceId: asked },
        branch: [wayOut("ok", "成功", "sms")],
      }),
      plainNode("sms", "sendSms", "短信", { x: 400, y: 0, nextNodeId: "end", config: { templateId: sending } }),
      plainNode("end", "hangup", "挂机", { x: 600, y: 0 }),
    ]),
  );
  const { id, name } = await newFlow(flow);
  await newFlow(flow.replace(asked, drafted));
  await publish(id, 1);
  const remove = (ids: readonly string[]) => admin.call(interfaceConfigApi.delete, { body: { ids } as never });
  expect(await refused(remove([asked, drafted]))).toMatchObject({
    msg: `接口「查询订单」正在使用，不能删除：流程「${name}」`,
  });
  expect(await refused(remove([sending]))).toMatchObject({
    msg: `接口「短信平台」正在使用，不能删除：流程「${name}」`,
  });
  expect(await remove([drafted])).toEqual({ count: 1 });
});

test("wordings are given sounds in one save; variables are listed with who sets them", async () => {
  const voice = await addVoice("录音");
  const { id } = await newFlow(
    saying("您好${order}", { collectVariable: [{ vName: "order", vAlias: "订单号", type: "text", value: "" }] }),
  );
  const variables = await admin.call(assignedVariableApi.list, { body: { flowId: id } });
  expect(variables[0]).toMatchObject({ vName: "order", vAlias: "订单号", system: 0, readBy: [{ nodeName: "问候" }] });
  expect(variables.find(({ vName }) => vName === "caller")).toMatchObject({ system: 1 });
  const wordings = [{ talkKey: "hello", audios: [voice] }];
  const { revision } = await admin.call(recordSetApi.save, { body: { flowId: id, revision: 1, wordings } });
  expect(revision).toBe(2);
  expect(await refused(admin.call(recordSetApi.save, { body: { flowId: id, revision: 1, wordings } }))).toMatchObject({
    code: 409,
  });
});

test("G163 a sound that was never converted bars publishing; a draft may lose a sub-process that a version calls", async () => {
  const voice = await addVoice("原样的录音");
  const withVoice = saying("").replace('"playType":"tts"', '"playType":"audio"');
  const flow = withVoice.replace('"audios":[]', `"audios":["${voice}"]`);
  const { id } = await newFlow(flow);
  const found = async () => (await admin.call(flowVersionApi.validate, { body: { id } })).findings;
  expect(await found()).toEqual([]);
  const set = (durationMs: number) =>
    office.ports.database.system((trx) =>
      trx.updateTable("voice").set({ durationMs }).where("id", "=", voice).execute(),
    );
  await set(0);
  expect(await found()).toMatchObject([
    { rule: "converted", nodeName: "问候", text: expect.stringContaining("原样的录音") },
  ]);
  await set(1_000);
  const jump = plainNode("jump", "jump", "查单", { x: 1, y: 0, nextNodeId: "end", config: { targetId: "sub" } });
  const main = bodyWith([
    plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "jump" }),
    jump,
    plainNode("end", "hangup", "挂机", { x: 2, y: 0 }),
  ]);
  const inside = bodyWith([
    plainNode("s2", "start", "开始", { x: 0, y: 0, nextNodeId: "e2" }),
    plainNode("e2", "end", "返回", { x: 1, y: 0 }),
  ]);
  const sub = {
    ...inside.nodes[0]!.subProcess,
    subProcessId: "sub",
    subProcessName: "查单",
    classification: 2,
  } as const;
  const calling = await newFlow(JSON.stringify({ ...main, nodes: [...main.nodes, { subProcess: sub }] }));
  await publish(calling.id, 1);
  const { revision } = await admin.call(flowApi.save, {
    body: { id: calling.id, revision: 1, flow: saying("不查了") },
  });
  await publish(calling.id, revision);
});

test("G46 what a save says is gone is this flow's and is gone", async () => {
  const { id } = await newFlow();
  const other = await newFlow(saying("别的").replaceAll('"hello"', '"foreign-key"'));
  const gone = (talkIds: readonly string[], nodeIds: readonly string[] = []) =>
    saying("您好呀", { removeIds: { talkIds, wordIds: [], nodeIds } });
  const save = (flow: string) => admin.call(flowApi.save, { body: { id, revision: 1, flow } });
  expect(await refused(save(gone(["foreign-key"])))).toMatchObject({ msg: `要删除的话术属于流程「${other.name}」` });
  expect(await refused(save(gone([], ["say"])))).toMatchObject({ msg: "要删除的节点say还在流程中" });
  const stray = saying("您好呀").replace('"flowId":""', `"flowId":"${other.id}"`);
  expect(await refused(save(stray))).toMatchObject({ msg: "节点「开始」属于其他流程" });
  expect(await save(gone(["never-saved"]))).toEqual({ revision: 2 });
  expect((await admin.call(flowApi.find, { params: { id } })).flow).toContain('"removeIds":{"talkIds":[]');
});

test("robots of a flow are lines that there are, and hold it", async () => {
  const { id } = await newFlow();
  const robots = { body: { flowId: id, robotIds: ["nowhere"] } };
  expect(await refused(admin.call(robotGroupApi.create, robots))).toMatchObject({ msg: "机器人不存在或已被删除" });
  expect(await admin.call(robotGroupApi.findByFlowId, { body: { flowId: id } })).toEqual([]);
  expect(await admin.call(robotGroupApi.delByFlowId, { body: { flowId: id } })).toEqual({ count: 0 });
});

test("G48 bad and oversized texts are refused by name, and nobody else's flow is touched", async () => {
  const { id } = await newFlow();
  const save = (flow: string) => refused(admin.call(flowApi.save, { body: { id, revision: 1, flow } }));
  expect(await save("[]")).toMatchObject({ msg: "流程不是JSON" });
  expect((await save(JSON.stringify({ ...(JSON.parse(saying("x")) as object), evil: 1 }))).msg).toContain("evil");
  expect((await save(`{"a":"${"x".repeat(600_000)}"}`)).msg).toContain("流程的数据过多");
  expect(await refused(office.agent.call(flowApi.save, { body: { id, revision: 1, flow: "{}" } }))).toMatchObject({
    status: 403,
  });
});

async function addVoice(name: string): Promise<string> {
  const samples = new Int16Array(randomBytes(16_000).buffer.slice(0, 16_000));
  const wav = Buffer.from(writeWav(samples, 8_000));
  const file = new File([wav], `${name}.wav`, { type: "audio/wav" });
  const { id } = await admin.call(voiceApi.add, { body: { name, source: "upload", files: file } as never });
  return id;
}
