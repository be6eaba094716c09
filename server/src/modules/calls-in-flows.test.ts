/** What seat assist is given of flows: the published process, and which branch a sentence takes. */
import { body, node } from "@liantai/api/testing/flows";
import { silentLogger, createTestPorts, type TestPorts } from "../testing/index.ts";
import { createCallsInFlows } from "./calls-in-flows.ts";
import { seedFlow } from "./flows/index.ts";
import { sealerOf } from "./system/index.ts";

const compId = "100001";
let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
  await ports.database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "测试企业" }).execute());
});
afterAll(() => ports?.close());

test("A5 the process of a talk is the published flow, and its branches are taken by their intents", async () => {
  const { assist } = createCallsInFlows({
    ports: { ...ports, logger: silentLogger },
    sealer: sealerOf(Buffer.alloc(32, 3)),
    voice: async () => undefined,
    mayPress: async () => true,
  });
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
