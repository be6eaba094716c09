/** What seat assist is given of flows: the published process, and which branch a sentence takes. */
import { body, node, say } from "@liantai/api/testing/flows";
import { silentLogger, createTestPorts, type TestPorts } from "../testing/index.ts";
import { createCallsInFlows } from "./calls-in-flows.ts";
import { seedFlow, seedPrompt } from "./flows/index.ts";
import { sealerOf } from "./system/index.ts";

const compId = "100001";
let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
  await ports.database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "测试企业" }).execute());
});
afterAll(() => ports?.close());

const flows = () =>
  createCallsInFlows({
    ports: { ...ports, logger: silentLogger },
    sealer: sealerOf(Buffer.alloc(32, 3)),
    voice: async () => undefined,
    mayPress: async () => true,
  });

test("A5 the process of a talk is the published flow, and its branches are taken by their intents", async () => {
  const { assist } = flows();
  const drawn = body([
    node("开始", "start", { to: { next: "问" } }),
    node("问", "speech", { to: { yes: "好", no: "再见" }, intents: { yes: "i1", no: "i2" } }),
    node("好", "play", { says: ["好的"] }),
    node("再见", "hangup"),
  ]);
  await ports.database.system(async (trx) => {
    await seedFlow(trx, compId, { id: "f", versionId: "v", name: "核对", body: drawn, at: new Date(0), flowType: 5 });
    const row = { compId, priority: 0, remark: "", samples: "[]", updatedAt: new Date(0) };
    await trx
      .insertInto("intent")
      .values([
        { ...row, id: "i1", name: "同意", keywords: JSON.stringify(["可以"]) },
        { ...row, id: "i2", name: "拒绝", keywords: JSON.stringify(["不要"]) },
      ])
      .execute();
  });
  expect(await assist.find(compId, "f")).toMatchObject({ flowId: "f", name: "核对" });
  expect(await assist.find(compId, "other")).toBeUndefined();
  expect(await assist.find("100002", "f")).toBeUndefined();
  const understand = await assist.understand!(compId);
  const question = drawn.nodes[0]!.subProcess.flow.nodes[1]!;
  expect(["可以的", "我不要了", "今天天气"].map((text) => understand(text, question))).toEqual([
    "yes",
    "no",
    undefined,
  ]);
});

test("G141 the process of a talk has the shared prompts and the shared sub-processes that it names", async () => {
  const inner = body([
    node("始", "start", { to: { next: "说" } }),
    node("说", "play", { says: [{ ...say(""), playType: "prompt", promptId: "p" }] }),
  ]);
  const outer = body([
    node("开始", "start", { to: { next: "进" } }),
    node("进", "jump", { config: { to: "shared", targetId: "shared" }, to: { next: "完" } }),
    node("完", "play", { says: ["办好了"] }),
  ]);
  const at = new Date(0);
  await ports.database.system(async (trx) => {
    const wordings = [{ language: "zh", text: "欢迎光临", voiceId: "" }];
    await seedPrompt(trx, compId, { id: "p", versionId: "pv", name: "欢迎", remark: "", wordings, at });
    await seedFlow(trx, compId, { id: "shared", versionId: "sv", name: "公共", body: inner, at, flowType: 6 });
    await seedFlow(trx, compId, { id: "outer", versionId: "ov", name: "迎客", body: outer, at, flowType: 5 });
  });
  const { assist } = flows();
  const found = (await assist.find(compId, "outer"))!;
  expect(found.prompts).toMatchObject({ p: [{ language: "zh", text: "欢迎光临" }] });
  const [own, linked] = found.body.nodes.map(({ subProcess }) => subProcess);
  expect(own!.flow.nodes[1]!.config).toMatchObject({ targetId: linked!.subProcessId });
  expect(linked!.flow.nodes[1]!.talkings).toMatchObject([{ promptId: "p" }]);
});
