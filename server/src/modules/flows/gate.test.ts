/** G43, I16: intents that are taken for each other ask for a reason before a flow is published. */
import { flowApi, flowVersionApi, intentApi, type PublishRefusal } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { openOffice, refused, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const bills = ["查询话费余额", "查询话费账单", "查询话费明细", "查询话费套餐", "查询话费记录"];
const lines = ["办理宽带新装", "办理宽带移机", "办理宽带拆机", "办理宽带提速", "办理宽带续费"];

test("G43 I16 samples that would take another branch, more than a tenth of them, want a reason; without them it is published", async () => {
  const { administrator } = office;
  const add = async (name: string, samples: readonly string[]) =>
    (await administrator.call(intentApi.add, { body: { name, samples: [...samples] } })).id;
  const strays = ["查询话费明细表", "话费套餐"];
  const intents = { bill: await add("查话费", bills), line: await add("办宽带", [...lines, ...strays]) };
  const flow = body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请说"],
      config: {
        threshold: 0.4,
        branches: [
          { id: "bill", name: "查话费" },
          { id: "line", name: "办宽带" },
        ],
      },
      to: { bill: "bye", line: "bye", unknown: "bye", timeout: "bye" },
      intents,
    }),
    node("bye", "hangup"),
  ]);
  const made = { name: "分不清", flowType: 1 as const, flow: JSON.stringify(flow) };
  const { id, revision } = await administrator.call(flowApi.create, { body: made });
  const publish = (reason: string) => administrator.call(flowVersionApi.publish, { body: { id, revision, reason } });

  const barred = await refused(publish(""));
  // Each of a pair is nearest to the other one, on whichever side it stands.
  const pairs = [
    ["查询话费明细", "查询话费明细表"],
    ["查询话费套餐", "话费套餐"],
  ];
  expect(barred.msg).toContain("有4个相似句会走错分支，发布请填写原因：「ask」“查询话费明细表”会被识别为“查话费”；");
  const { confused } = barred.data as PublishRefusal;
  expect(confused.map(({ nodeId, intentName, takenName, text }) => [nodeId, intentName, takenName, text])).toEqual(
    expect.arrayContaining([
      ...pairs.map(([bill]) => ["ask", "查话费", "办宽带", bill]),
      ...pairs.map(([, stray]) => ["ask", "办宽带", "查话费", stray]),
    ]),
  );
  expect(confused).toHaveLength(4);
  await publish("先上线");
  expect(await administrator.call(flowVersionApi.versions, { body: { id } })).toMatchObject([{ reason: "先上线" }]);

  await administrator.call(intentApi.update, { body: { id: intents.line, name: "办宽带", samples: lines } });
  await publish("用不着的原因");
  const [newest] = await administrator.call(flowVersionApi.versions, { body: { id } });
  expect(newest).toMatchObject({ version: 2, reason: "" });
});
