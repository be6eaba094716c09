/** Calls of the scripted switch in a flow, run again from their log, and the counters that are made of it. */
import { compile, type FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { readStream, reconcile, rebuild } from "../../event-log/index.ts";
import { flowTools, replayFlowCall } from "../../flows/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));

const menu = (rich: string): FlowBody =>
  body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1", "2"] },
      to: { "key-1": "密码", "key-2": "查询", timeout: "再见", invalid: "再见" },
    }),
    node("密码", "keyCollect", {
      says: ["请输入密码"],
      config: { vName: "pin", min: 4, max: 6, terminator: "#", check: "number" },
      to: { collected: "查询", timeout: "再见", invalid: "再见" },
      sensitive: true,
    }),
    node("查询", "interface", {
      config: { interfaceId: "i1", reply: [{ path: "sum", vName: "sum" }] },
      to: { ok: "判断", failed: "再见", timeout: "再见" },
    }),
    node("判断", "condition", {
      config: {
        rules: [{ id: "rich", name: "余额多", rows: [{ variable: "sum", operator: "gt", value: rich }] }],
      },
      to: { rich: "贵宾", else: "再见" },
    }),
    node("贵宾", "play", { says: ["贵宾您好"], to: { next: "再见" } }),
    node("再见", "hangup", { says: ["再见"] }),
  ]);

async function stageWith(flow = menu("10"), world: Partial<FlowPort> = {}): Promise<void> {
  const port: FlowPort = {
    ...noFlows,
    resolve: async () => compile({ flowId: "f1", versionId: "v1", flowType: 1, body: flow, voice: null }),
    tools: flowTools,
    ask: async () => ({ ok: true, status: 200, values: { sum: 12 } }),
    speak: (_compId, text) => s.ports.speech.speak(text),
    ...world,
  };
  await open({ flows: port });
  const at = new Date();
  const { compId, number } = s;
  await s.ports.database.system(async (trx) => {
    const row = { compId, id: "f1", name: "总机", flowType: 1 as const, draft: JSON.stringify(menu("99")) };
    await trx
      .insertInto("voice_flow")
      .values({ ...row, version: 2, versionId: "v2", createdAt: at, updatedAt: at })
      .execute();
    for (const [version, text] of [
      [1, flow],
      [2, menu("50")],
    ] as const)
      await trx
        .insertInto("voice_flow_version")
        .values({ compId, id: `v${version}`, flowId: "f1", version, flow: JSON.stringify(text), publishedAt: at })
        .execute();
    await trx
      .updateTable("access_number")
      .set({ targetKind: "flow", targetId: "f1" })
      .where("compId", "=", compId)
      .where("number", "=", number)
      .execute();
  });
}

async function over(): Promise<string> {
  for (let at = 0; at < 4; at++) await s.advance(1_000);
  const { callId } = (await s.records()).at(-1) as { readonly callId: string };
  return callId;
}
const lines = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
const stays = () =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("flow_stay").selectAll().orderBy("callId").orderBy("seq").execute(),
  );

test("G90 G92 a call reaches its nodes again, and under another version departs where that differs", async () => {
  await stageWith();
  const { leg } = await s.customer();
  await s.settle();
  s.sw.press(leg, "2");
  await s.settle();
  const callId = await over();
  const { database } = s.ports;
  const own = lines(await replayFlowCall(database, { callId, compId: s.compId }));
  expect(own).toEqual(
    expect.arrayContaining([
      "客户按键 2",
      "接口成功，状态200",
      "规则成立：sum（12）大于10",
      "结果：流程挂机",
      "核对：与原通话经过的节点一致",
    ]),
  );
  const other = lines(await replayFlowCall(database, { callId, compId: s.compId, version: "2" }));
  expect(other[0]).toContain("第2版（原通话：第1版）");
  expect(other).toEqual(expect.arrayContaining(["没有规则成立", "与原通话不同，原通话：判断 -> rich"]));
  expect(other.at(-1)).toBe("不同：从第4个节点起与原通话不同");
  expect(lines(await replayFlowCall(database, { callId, compId: s.compId, version: "draft" }))[0]).toContain(
    "草稿（原通话：第1版）",
  );
  await expect(replayFlowCall(database, { callId, compId: s.compId, version: "9" })).rejects.toThrow(
    "the flow has no version 9",
  );
  await expect(replayFlowCall(database, { callId: "none" })).rejects.toThrow("there is no call none");
});

test("G91 secret keys are in no line, the way is the same", async () => {
  await stageWith();
  const { leg } = await s.customer();
  await s.settle();
  for (const key of "1") s.sw.press(leg, key);
  await s.settle();
  await s.advance(1_000);
  for (const key of "4711#") {
    s.sw.press(leg, key);
    await s.settle();
  }
  const callId = await over();
  const text = await replayFlowCall(s.ports.database, { callId, compId: s.compId });
  expect(text).toContain("核对：与原通话经过的节点一致");
  expect(text).toContain("pin=***");
  expect(text).not.toContain("4711");
});

test("G94 stays at nodes are counted with the event, the same when they are made anew from the log", async () => {
  await stageWith();
  const first = await s.customer();
  await s.settle();
  s.sw.press(first.leg, "2");
  await s.settle();
  await over();
  const second = await s.customer("13900139000");
  await s.settle();
  s.sw.leave(second.leg);
  await s.settle();
  const kept = await stays();
  const told = kept.map(({ nodeId, exit, outcome, versionId }) => [nodeId, exit, outcome, versionId]);
  expect(told).toHaveLength(8);
  expect(told).toEqual(
    expect.arrayContaining([
      ["导航", "key-2", "exit", "v1"],
      ["判断", "rich", "exit", "v1"],
      ["再见", "", "ended", "v1"],
      ["导航", "", "hungUp", "v1"],
    ]),
  );
  expect(kept.every(({ leftAt, stayMs }) => leftAt !== null && stayMs !== null)).toBe(true);
  const { database } = s.ports;
  expect(await reconcile(database)).toMatchObject({ found: 0 });
  await database.system((trx) =>
    trx
      .updateTable("flow_stay")
      .set({ outcome: "exit" })
      .where("compId", "=", s.compId)
      .where("nodeId", "=", "再见")
      .execute(),
  );
  expect(await reconcile(database)).toMatchObject({ found: 1, samples: [{ columns: ["stay.outcome"] }] });
  await rebuild(database);
  expect(await stays()).toEqual(kept);
});

test("G91 what is said in secret is in no log, nor what was made of it", async () => {
  const asking = body([
    node("开始", "start", { to: { next: "问" } }),
    node("问", "speech", {
      says: ["请说卡号"],
      config: { branches: [{ id: "card", name: "卡号" }], slots: [{ vName: "card", type: "number" }] },
      to: { card: "再见", unknown: "再见", timeout: "再见" },
      intents: { card: "i1" },
      sensitive: true,
    }),
    node("再见", "hangup"),
  ]);
  let heard: ((event: { type: "final"; text: string; confidence: number }) => void) | undefined;
  await stageWith(asking, {
    ask: async () => ({ intentId: "i1", score: 1, secondId: "", secondScore: 0, by: "regex", slots: { card: "6222" } }),
    listen: async (_compId, _options, tell) => {
      heard = tell;
      return { push: () => undefined, close: () => undefined };
    },
  });
  await s.customer();
  await s.advance(1_000);
  heard!({ type: "final", text: "卡号六二二二", confidence: 1 });
  await s.settle();
  const callId = await over();
  const events = await s.ports.database.tenant(s.compId, (trx) =>
    readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
  );
  expect(JSON.stringify(events)).not.toMatch(/6222|六二二二/);
  const text = await replayFlowCall(s.ports.database, { callId, compId: s.compId });
  expect(text).toContain("核对：与原通话经过的节点一致");
  expect(text).toContain("card=***");
});
