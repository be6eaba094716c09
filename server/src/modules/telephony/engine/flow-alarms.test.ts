/** Alarms of flows (G105, G106) on the engine with a scripted switch: who is told of silence and of slow interfaces, and how often. */
import type { OutgoingMessage } from "@liantai/api/contract";
import type { FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { subscribe } from "../../topics.ts";
import type { FlowPort } from "../flows.ts";
import { inFlows } from "../testing/in-flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { world, led } = inFlows(() => s, open);

interface Told {
  readonly to: unknown;
  readonly title: string;
  readonly text: string;
}
let told: Told[];
const texts = (of: string) => told.filter(({ title }) => title.includes(of)).map(({ text }) => text);

/** answers: after so long, ms; undefined: never. */
async function stageOf(flow: FlowBody, answers: () => number | undefined): Promise<void> {
  const flows: FlowPort = {
    ...world(flow),
    ask: () =>
      new Promise((resolve) => {
        const ms = answers();
        if (ms !== undefined) s.ports.clock.after(ms, () => resolve({ ok: true, status: 200, values: {} }));
      }),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
  await open({ flows });
  await led();
  told = [];
  await subscribe(s.ports.broker, "message.send", ({ to, message }) => {
    const notice = message as Extract<OutgoingMessage, { type: "msgNotify" }>;
    if (notice.type === "msgNotify") told.push({ to, title: notice.title, text: notice.text });
  });
}

const asks = (name: string, next: string, config: object = {}) =>
  node(name, "interface", {
    config: { interfaceId: "i1", timeoutSeconds: 10, ...config },
    to: { ok: next, failed: next, timeout: next },
  });

test("G105 who hears nothing and is asked nothing for ten seconds is told of once, with flow and node; who is asked is not", async () => {
  const menu = body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1"], firstSeconds: 60 },
      to: { "key-1": "查余额", timeout: "再见", invalid: "再见" },
    }),
    asks("查余额", "查积分"),
    asks("查积分", "再见"),
    node("再见", "hangup"),
  ]);
  let wait: number | undefined = 7_000;
  await stageOf(menu, () => wait);
  const first = await s.customer();
  await s.settle();
  await s.advance(1_000);
  // He is asked, and has all the time for it.
  await s.advance(20_000);
  expect(told).toEqual([]);
  s.sw.press(first.leg, "1");
  await s.settle();
  wait = undefined;
  await s.advance(7_000);
  // Two questions of the flow's, one silence of his.
  await s.advance(2_900);
  expect(told).toEqual([]);
  await s.advance(100);
  const text = "节点「查积分」，客户已有10秒没有听到声音，也没有被提问，请检查流程";
  expect(told).toEqual([
    { to: { compId: s.compId, administrators: true }, title: "流程「总机」有来电长时间无声", text },
  ]);
  await s.advance(60_000);
  expect(told).toHaveLength(1);
  s.sw.leave(first.leg);
  await s.settle();

  // The same fault is told of again after half an hour, and not before.
  const again = async () => {
    wait = 1_000;
    const { leg } = await s.customer();
    await s.settle();
    await s.advance(1_000);
    s.sw.press(leg, "1");
    await s.settle();
    wait = undefined;
    await s.advance(1_000);
    await s.advance(10_000);
    s.sw.leave(leg);
    await s.settle();
  };
  await again();
  expect(told).toHaveLength(1);
  await s.advance(30 * 60_000);
  await again();
  expect(texts("无声")).toEqual([text, text]);
});

test("G106 an interface whose answers are slow is told of once, with flow and node; one slow answer of many is not", async () => {
  const names = Array.from({ length: 25 }, (_, n) => `查${n}`);
  const row = body([
    node("开始", "start", { to: { next: "查0" } }),
    ...names.map((name, n) => asks(name, names[n + 1] ?? "再见")),
    node("再见", "hangup"),
  ]);
  const walk = async (ms: (n: number) => number) => {
    let n = 0;
    await stageOf(row, () => ms(n++));
    await s.customer();
    await s.settle();
    for (const [at] of names.entries()) await s.advance(ms(at));
  };
  await walk((n) => (n === 12 ? 9_000 : 100));
  expect(texts("过慢")).toEqual([]);
  await walk(() => 3_200);
  expect(texts("过慢")).toEqual(["节点「查19」调用的接口，最近5分钟内20次调用有5%用时达到3.2秒或更久，上限3秒"]);
  // The node's own patience is the limit where it is less.
  const hasty = body([
    node("开始", "start", { to: { next: "查0" } }),
    ...names.map((name, n) => asks(name, names[n + 1] ?? "再见", { timeoutSeconds: 1 })),
    node("再见", "hangup"),
  ]);
  await stageOf(hasty, () => 1_000);
  await s.customer();
  await s.settle();
  for (const _ of names) await s.advance(1_000);
  expect(texts("过慢")[0]).toContain("上限1秒");
});
