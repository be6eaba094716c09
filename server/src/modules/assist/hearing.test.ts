import type { AssistMessage } from "@liantai/api/contract/assist";
import { body, node } from "@liantai/api/testing/flows";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { subscribe } from "../topics.ts";
import { createListener, type AssistFlows } from "./listener.ts";
import type { Recogniser } from "./recogniser.ts";
import {
  entriesOf,
  knowledgeStore,
  processOf,
  saveProcess,
  saveSetting,
  settingOf,
  warningsOfCall,
} from "./repository.ts";
import { createSaid, talkOf } from "./testing.ts";

const compId = "100001";
let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
  await ports.database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "测试企业" }).execute());
});
afterAll(() => ports?.close());

async function begin(more: object = {}, flows?: AssistFlows) {
  const { database, broker } = ports;
  const told: AssistMessage[] = [];
  const end = await subscribe(broker, "assist.told", ({ message }) => void told.push(message));
  await database.tenant(compId, async (trx) =>
    saveSetting(trx, compId, { ...(await settingOf(trx, compId)), enabled: 1, silenceS: 5, words: ["投诉"], ...more }),
  );
  const said = createSaid();
  const listener = createListener({ ports, recogniser: said.recogniser, flows });
  const talk = talkOf(compId, { callId: ports.random.id() });
  const hearing = await listener.begin(talk, false);
  const [customer, agent] = said.lines;
  /** Both say so much of nothing. */
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 20) {
      await ports.clock.advance(20);
      hearing?.push("customer", new Int16Array(160).fill(1));
      hearing?.push("agent", new Int16Array(160).fill(1));
    }
  };
  return { told, end, said, listener, talk, hearing, customer: customer!, agent: agent!, pass };
}

test("A1 a talk takes two lines of the recogniser: an engine of two places hears it", async () => {
  const said = createSaid();
  const recogniser: Recogniser = {
    ...said.recogniser,
    async listen(...of) {
      if (said.lines.length === 2) throw new Error("语音引擎并发已满");
      return said.recogniser.listen(...of);
    },
  };
  const listener = createListener({ ports, recogniser });
  const hearing = await listener.begin(talkOf(compId, { callId: ports.random.id() }), true);
  hearing!.push("customer", new Int16Array(160).fill(1));
  hearing!.push("agent", new Int16Array(160).fill(2));
  expect(said.lines.map(({ frames }) => frames)).toEqual([[1], [2]]);
  hearing!.end();
  await listener.stop();
});

test("A2 A3 A4 A18 what both say is told in order, measured, kept, and warned of", async () => {
  const { told, end, customer, agent, hearing, talk, pass, listener } = await begin();
  await pass(4_000);
  customer.heard({ type: "started", atMs: 1_000 });
  agent.heard({ type: "started", atMs: 2_000 });
  agent.heard({ type: "final", text: "您先别说", confidence: 0.9, fromMs: 2_000, toMs: 3_000 });
  customer.heard({ type: "final", text: "我要投诉你们", confidence: 0.8, fromMs: 1_000, toMs: 4_000 });
  hearing!.end();
  await listener.stop();
  await ports.clock.settle();
  expect(told.map(({ type }) => type)).toEqual([
    "ASR_START",
    "CUSTOMER",
    "customerInfo",
    "CHAT",
    "WARN",
    "CHAT",
    "WARN",
    "CUSTOMER",
  ]);
  const [, shown, info, first, cut, second, word] = told;
  expect(shown).toMatchObject({
    customer: { caller: "13800138000", callee: "4001", compId, connectType: 0, direction: 1, agentId: "1001" },
  });
  expect(shown).toMatchObject({ customer: { userPhone: "13800138000", muteDuration: 0 } });
  expect(told.at(-1)).toMatchObject({ customer: { caller: "13800138000", muteDuration: 1_000 } });
  expect(info).toMatchObject({ content: [{ label: "客户号码", value: "13800138000" }, { label: "归属地" }] });
  expect(first).toMatchObject({ dialogueData: { type: "agent", mute: 0, chipin: 1, speed: 240, badWord: 0 } });
  expect(cut).toMatchObject({ warningData: { kind: "chipin" } });
  expect(second).toMatchObject({
    dialogueData: { type: "customer", mute: 1_000, chipin: 0, speed: 120, badWord: 1, badWords: ["投诉"] },
  });
  expect(word).toMatchObject({ warningData: { kind: "badWord", text: "客户说了敏感词：投诉" } });
  const [entries, warnings] = await ports.database.tenant(compId, async (trx) => [
    await entriesOf(trx, compId, talk.callId),
    await warningsOfCall(trx, compId, talk.callId),
  ]);
  expect(entries.map(({ side, text, muteMs, chipin }) => [side, text, muteMs, chipin])).toEqual([
    ["customer", "我要投诉你们", 1_000, 0],
    ["agent", "您先别说", 0, 1],
  ]);
  expect(warnings.map(({ kind, entryId }) => [kind, entries.some(({ id }) => id === entryId)])).toEqual([
    ["badWord", true],
    ["chipin", true],
  ]);
  await end();
});

test("A4 A18 silence is warned of once until somebody speaks; while nobody is listened to there is none, and no sound", async () => {
  const { told, end, customer, hearing, pass, listener } = await begin();
  const mutes = () => told.flatMap((each) => (each.type === "CUSTOMER" ? [each.customer.muteDuration] : []));
  const silences = () => told.filter((each) => each.type === "WARN" && each.warningData.kind === "silence").length;
  await pass(4_900);
  expect(silences()).toBe(0);
  await pass(4_000);
  expect(silences()).toBe(1);
  customer.heard({ type: "started", atMs: 8_000 });
  customer.heard({ type: "final", text: "在吗", confidence: 1, fromMs: 8_000, toMs: 8_900 });
  hearing!.pause(true);
  const before = customer.frames.length;
  await pass(10_000);
  expect(silences()).toBe(1);
  expect(customer.frames.slice(before).every((sample) => sample === 0)).toBe(true);
  hearing!.pause(false);
  await pass(4_500);
  expect(silences()).toBe(1);
  await pass(2_000);
  expect(silences()).toBe(2);
  // 8,000 ms before the sentence, 6,500 after nobody was listened to; the second warning comes 5,100 into those.
  hearing!.end();
  await listener.stop();
  await ports.clock.settle();
  expect(mutes()).toEqual([0, 5_000, 13_100, 14_500]);
  await end();
});

test("A5 a knowledge entry is shown when its sentence is heard; the recogniser expects words and sentences", async () => {
  const { database, random } = ports;
  const id = random.id();
  await database.tenant(compId, (trx) =>
    knowledgeStore.insert(trx, compId, id, { sentence: "怎么退款", content: "三个工作日到账" }),
  );
  const { told, end, customer, hearing, listener } = await begin();
  expect(customer.phrases).toEqual(["投诉", "怎么退款"]);
  customer.heard({ type: "final", text: "请问怎么退款呢", confidence: 1, fromMs: 0, toMs: 2_000 });
  hearing!.end();
  await listener.stop();
  await ports.clock.settle();
  expect(told.findLast(({ type }) => type === "PROCESS")).toMatchObject({
    flowId: "",
    nodeData: { nodeId: id, content: "三个工作日到账" },
  });
  await end();
});

test("A16 a knowledge entry that is recommended does not take the place of the process that is kept", async () => {
  const { database, random } = ports;
  await database.tenant(compId, (trx) =>
    knowledgeStore.insert(trx, compId, random.id(), { sentence: "怎么退货", content: "七天内可退" }),
  );
  const { told, end, customer, hearing, listener, talk } = await begin();
  const steps = [{ nodeId: "n1", nodeName: "问候", content: "您好" }];
  const flow = { flowId: "f1", flowData: { name: "售后", steps }, nodeData: { nodeId: "n1", content: "您好" } };
  await database.tenant(compId, (trx) => saveProcess(trx, talk, flow));
  customer.heard({ type: "final", text: "请问怎么退货呢", confidence: 1, fromMs: 0, toMs: 2_000 });
  hearing!.end();
  await listener.stop();
  await ports.clock.settle();
  expect(told.findLast(({ type }) => type === "PROCESS")).toMatchObject({ nodeData: { content: "七天内可退" } });
  expect(await database.tenant(compId, (trx) => processOf(trx, talk))).toEqual(flow);
  await end();
});

test("G141 a sub-process that is gone through twice is left after its second time", async () => {
  const twice = body(
    [
      node("开始", "start", { to: { next: "一次" } }),
      node("一次", "jump", { config: { to: "subProcess", targetId: "sub" }, to: { next: "两次" } }),
      node("两次", "jump", { config: { to: "subProcess", targetId: "sub" }, to: { next: "完" } }),
      node("完", "play", { says: ["马上为您办理"] }),
    ],
    {
      subs: { sub: [node("始", "start", { to: { next: "稍等" } }), node("稍等", "play", { says: ["请您稍等片刻"] })] },
    },
  );
  const flows: AssistFlows = { find: async () => ({ flowId: "f2", name: "核身", body: twice }) };
  const { told, end, agent, hearing, listener } = await begin({ flowId: "f2" }, flows);
  for (const fromMs of [0, 3_000])
    agent.heard({ type: "final", text: "请您稍等片刻", confidence: 1, fromMs, toMs: fromMs + 2_000 });
  hearing!.end();
  await listener.stop();
  await ports.clock.settle();
  const shown = told.flatMap((each) => (each.type === "PROCESS" ? [each.nodeData.nodeId] : []));
  expect(shown).toEqual(["稍等", "稍等", "完"]);
  await end();
});

test("A1 an enterprise that has not switched it on is listened to only when asked; a recogniser that falls out is said", async () => {
  const off = await begin({ enabled: 0 });
  expect(off.hearing).toBeUndefined();
  expect(off.said.lines).toEqual([]);
  const hearing = await off.listener.begin(off.talk, true);
  off.said.lines[0]!.heard({ type: "failed", reason: "连接中断" });
  await ports.clock.settle();
  expect(off.told.at(-1)).toMatchObject({
    type: "WARN",
    warningData: { kind: "listening", text: "语音识别中断：连接中断" },
  });
  hearing!.end();
  await off.listener.stop();
  await off.end();
  await expect(createListener({ ports }).begin(off.talk, true)).rejects.toThrow("没有可用的语音识别引擎");
});
