/**
 * E13 of dialling: a robot's dialogue comes to a level that its task names, and the customer goes to an agent, who reads the dialogue
 * before he hears him. The real engine, dialler and database, virtual time, a scripted switch.
 */
import { compile } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { addPhones, attempts, diallers, makeTask, phones, setState } from "../testing/dial-floor.ts";
import { isContact, readStream } from "./event-log/index.ts";
import { trackRows } from "./records/track-rows.ts";
import { noFlows, type FlowPort } from "./telephony/flows.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { subscribe } from "./topics.ts";

/** Whoever presses 1 hears the price, which is worth 95 points of the model: level A of the usual bands (A 90-100, D 0-39). */
const flow = body([
  node("开始", "start", { to: { next: "问" } }),
  node("问", "keyNav", {
    says: ["有兴趣请按1"],
    config: { keys: ["1", "2"], firstSeconds: 60 },
    to: { "key-1": "报价", "key-2": "其他", timeout: "再见", invalid: "再见" },
  }),
  node("报价", "keyNav", {
    says: ["每月三十元，办理请按1"],
    config: { keys: ["1"], firstSeconds: 60 },
    to: { "key-1": "再见", timeout: "再见", invalid: "再见" },
  }),
  node("其他", "keyNav", {
    says: ["还想了解什么"],
    config: { keys: ["1"], firstSeconds: 60 },
    to: { "key-1": "再见", timeout: "再见", invalid: "再见" },
  }),
  node("再见", "hangup", { says: ["再见"] }),
]);
const program = compile({ flowId: "f1", versionId: "v1", flowType: 2, body: flow, voice: null });
const line = { id: "l1", name: "一号线", concurrency: 5, expiresOn: "", enabled: true };
const robot = { id: "r1", name: "小联", tts: "", asr: "", fallbackGroupId: "" };

let s: Stage;
/** Of the test that runs. */
let used = program;
const flows: FlowPort = {
  ...noFlows,
  resolve: async () => used,
  byVersion: async () => used,
  robots: async () => ({ lines: [line], robot }),
  speak: (_compId, text) => s.ports.speech.speak(text),
};
const stage = stagesOf((made) => (s = made), { diallers, flows });
let groupId = "";
beforeEach(async () => {
  used = program;
  await stage();
  const { compId, ports } = s;
  groupId = await ports.database.system(async (trx) => {
    const of = { compId, id: "f1", name: "推荐", flowType: 2, draft: "", versionId: "v1" };
    const at = new Date(ports.clock.now());
    await trx
      .insertInto("voice_flow")
      .values({ ...of, createdAt: at, updatedAt: at } as never)
      .execute();
    await trx.insertInto("robot_agent").values({ compId, id: "r1", name: "小联", flowId: "f1" }).execute();
    await trx
      .insertInto("score_addend")
      .values({ compId, id: "s1", kind: "node", intentId: null, least: null, text: "报价", points: 95, sort: 1 })
      .execute();
    return (await trx.selectFrom("skill_group").select("id").where("compId", "=", compId).executeTakeFirstOrThrow()).id;
  });
});

const phone = "13800000001";
const wanted = () => ({
  ...{ ftype: 1 as const, robotId: "r1", phones: [phone], retries: [] },
  ...{ handOverLevels: ["A"], handOverGroupId: groupId },
});
/** The leg of the customer, who has lifted. */
async function talks(task: ReturnType<typeof wanted>): Promise<{ readonly taskId: string; readonly leg: string }> {
  const user = await s.called(task.phones[0]);
  const taskId = await makeTask(s, task);
  await s.advance(1_000);
  const [leg] = s.sw.at(user);
  s.sw.pickUp(leg!);
  await s.settle();
  return { taskId, leg: leg! };
}
async function press(leg: string, key: string): Promise<void> {
  s.sw.press(leg, key);
  await s.settle();
  await s.advance(100);
}

/** What became of the robot's talks, as 机器人通话 lists them. */
const outcomes = async () =>
  (
    await s.ports.database.system((trx) =>
      trx.selectFrom("robot_talk").select("outcome").where("compId", "=", s.compId).execute(),
    )
  ).map(({ outcome }) => outcome);

test("E13 D34 level A: an agent's telephone rings, he has the dialogue and the level before he hears the customer", async () => {
  s.sw.autoAnswers = false;
  const said: string[] = [];
  await subscribe(s.ports.broker, "assist.told", ({ agentId, message }) => {
    if (message.type === "CHAT") said.push(`${agentId} ${message.dialogueData.type} ${message.dialogueData.text}`);
  });
  const page = await s.ready("1001");
  const { taskId, leg } = await talks(wanted());
  expect([page.callView(), s.sw.hears(leg)]).toEqual([undefined, expect.stringMatching(/^file /)]);
  await press(leg, "1");
  expect(page.callView()).toMatchObject({ phase: "ringing", number: phone });
  expect(said).toEqual([
    "1001 robot 有兴趣请按1",
    "1001 customer 按键1",
    expect.stringMatching(/^1001 robot 每月三十元/),
  ]);
  const [telephone] = s.sw.at(page.user);
  s.sw.pickUp(telephone!);
  await s.settle();
  // Whom he gets is said to him first.
  expect([s.sw.hears(leg), s.sw.hears(telephone!)]).toEqual([`leg ${telephone}`, expect.stringMatching(/^file /)]);
  await s.advance(3_000);
  expect([s.sw.hears(leg), s.sw.hears(telephone!)]).toEqual([`leg ${telephone}`, `leg ${leg}`]);
  expect(page.callView()).toMatchObject({ phase: "talking", callData: { 意向等级: "A" } });
  s.sw.leave(leg);
  await s.settle();
  expect(await phones(s, taskId)).toMatchObject([{ phone, lastCode: 200 }]);
  expect(await attempts(s, taskId)).toMatchObject([{ agentId: "1001" }]);
  expect(await outcomes()).toEqual(["handedOver"]);
});

/** Two collections before the price: how many he wants, and a card that is nobody's business. */
const collecting = body(
  [
    node("开始", "start", { to: { next: "数量" } }),
    node("数量", "keyCollect", { says: ["要几份"], config: { vName: "many" }, to: { collected: "卡号" } }),
    node("卡号", "keyCollect", {
      ...{ says: ["请输入卡号"], config: { vName: "card" }, sensitive: true, to: { collected: "报价" } },
    }),
    node("报价", "keyNav", {
      says: ["每月三十元"],
      config: { keys: ["1"], firstSeconds: 60 },
      to: { "key-1": "再见" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ],
  {
    collectVariable: [
      { vName: "many", vAlias: "购买数量", type: "text", value: "" },
      { vName: "card", vAlias: "卡号", type: "text", value: "" },
      { vName: "note", vAlias: "备注", type: "text", value: "" },
    ],
  },
);

test("D60 who takes over has what the flow collected, without what is secret, and hears level and name before the customer", async () => {
  used = compile({ flowId: "f1", versionId: "v1", flowType: 2, body: collecting, voice: null });
  s.sw.autoAnswers = false;
  const said: string[] = [];
  const { speak } = s.ports.speech;
  s.ports.speech.speak = (text) => {
    said.push(text);
    return speak(text);
  };
  const [first, second] = [await s.ready("1001"), await s.ready("1002")];
  const user = await s.called(phone);
  const taskId = await makeTask(s, { ...wanted(), phones: [], state: "notStarted" });
  await addPhones(s, taskId, [phone]);
  await s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("dial_phone").set({ contact: "王女士" }).where("taskId", "=", taskId).execute(),
  );
  await setState(s, taskId, "running");
  await s.advance(1_000);
  const [leg] = s.sw.at(user);
  s.sw.pickUp(leg!);
  await s.settle();
  for (const key of ["3", "#", "4", "7", "#"]) await press(leg!, key);
  const ringing = [first, second].find((page) => page.callView()?.phase === "ringing")!;
  const callData = { 意向等级: "A", 购买数量: "3" };
  expect(ringing.callView()).toMatchObject({ callData });
  expect(ringing.callView()!.callData).toEqual(callData);
  // Who does not answer was told nothing: it is for the one who has him.
  s.sw.leave(s.sw.at(ringing.user)[0]!, "busy");
  await s.advance(1_000);
  const other = ringing === first ? second : first;
  const [telephone] = s.sw.at(other.user);
  s.sw.pickUp(telephone!);
  await s.settle();
  expect([s.sw.hears(telephone!), s.sw.hears(leg!)]).toEqual([expect.stringMatching(/^file /), `leg ${telephone}`]);
  expect(said.at(-1)).toBe("王女士，意向等级A");
  await s.advance(3_000);
  expect(s.sw.hears(telephone!)).toBe(`leg ${leg}`);
  expect(other.callView()).toMatchObject({ phase: "talking", callData });
});

/** Steps 123 of the track of the only call, each before which event. */
async function scored() {
  const { database } = s.ports;
  const [call] = await s.records();
  const events = await database.system((trx) =>
    readStream(trx, { compId: s.compId, stream: "contact", id: String(call!.callId) }),
  );
  const names = { agents: new Map<string, string>(), groups: new Map(), hide: false, hideDigits: false };
  const rows = trackRows(events.filter(isContact), 0, names);
  return rows.flatMap(({ actionType, action, info }, at) =>
    actionType === 123 ? [[action, JSON.parse(info) as unknown, rows[at + 1]?.action]] : [],
  );
}

test("G177 D34 each judgement that differs is step 123 of the track, at its node; the last before the call is handed over", async () => {
  const { leg } = await talks(wanted());
  await press(leg, "1");
  await s.advance(10_000);
  expect(await scored()).toEqual([
    [
      "意向得分",
      { nodeId: "问", nodeName: "问", data: "0", intentionLevel: "D", content: "「问」，0分，意向等级D" },
      expect.anything(),
    ],
    [
      "意向得分",
      { nodeId: "报价", nodeName: "报价", data: "95", intentionLevel: "A", content: "「报价」，95分，意向等级A" },
      "随路数据",
    ],
  ]);
});

test("E13 another level, and a task that names none, stay with the robot", async () => {
  const page = await s.ready("1001");
  const { leg } = await talks(wanted());
  await press(leg, "2");
  expect([page.callView(), s.sw.hears(leg)]).toEqual([undefined, expect.stringMatching(/^file /)]);
  s.sw.leave(leg);
  await s.settle();
  expect(await scored()).toMatchObject([["意向得分", { data: "0", intentionLevel: "D" }, expect.anything()]]);
  const other = await talks({ ...wanted(), phones: ["13800000002"], handOverLevels: [] });
  await press(other.leg, "1");
  expect([page.callView(), s.sw.hears(other.leg)]).toEqual([undefined, expect.stringMatching(/^file /)]);
});

test("E13 nobody is there: the call ends as the group's calls do, and the number has its level", async () => {
  const { taskId, leg } = await talks(wanted());
  await press(leg, "1");
  await s.advance(10_000);
  expect(s.sw.hears(leg)).toBe("gone");
  const [record] = (await s.records()).filter(({ callee }) => callee === phone);
  expect(record).toMatchObject({ cause: "nobodyServes" });
  expect(await outcomes()).toEqual(["unreached"]);
  expect(await phones(s, taskId)).toMatchObject([{ phone, state: "done" }]);
});
