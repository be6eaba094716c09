/** G119, G120: what a flow looks up and says of what stands beside it is as it was when its call began; the next call has the newest. */
import { flowApi, flowVersionApi, lookUpTableApi, sharedPromptApi } from "@liantai/api/contract/flow-editor";
import { body, node, say } from "@liantai/api/testing/flows";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { isContact, readStream } from "./event-log/index.ts";

const compId = "100001";
let o: DialOffice;
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

const looks = (vName: string, tableId: string) => ({
  config: { assign: [{ vName, from: "lookUp", value: "001", tableId, column: "城市" }] },
});
const drawn = (tableId: string) =>
  body(
    [
      node("start", "start", { to: { next: "first" } }),
      node("first", "variable", { ...looks("a", tableId), to: { next: "wait" } }),
      node("wait", "keyNav", {
        says: ["请按1"],
        config: { keys: ["1"], firstSeconds: 60 },
        to: { "key-1": "again", timeout: "end", invalid: "end" },
      }),
      node("again", "variable", { ...looks("b", tableId), to: { next: "end" } }),
      node("end", "hangup"),
    ],
    {
      collectVariable: ["a", "b"].map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "" })),
      globals: { unknown: { talkings: [], limit: 3 }, timeout: { talkings: [], limit: 3 } },
    },
  );

/** What the flow of the call to this number noted, in its order. */
const noted = (phone: string, step: "variable" | "play") =>
  o.ports.database.tenant(compId, async (trx) => {
    const { callId } = await trx
      .selectFrom("dial_attempt")
      .select("callId")
      .where("phone", "=", phone)
      .executeTakeFirstOrThrow();
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    return events.flatMap(({ fact }) => (fact.type === "flowStep" && fact.step === step ? [fact.content] : []));
  });

async function answered(phone: string): Promise<string> {
  const [leg] = o.at(phone);
  o.sw.pickUp(leg!);
  await o.settle();
  return leg!;
}
async function presses(leg: string): Promise<void> {
  o.sw.press(leg, "1");
  await o.settle();
}

test("G119 a call that goes on keeps the table that it began with, the next one has the new one", async () => {
  const { administrator, monitor } = o;
  const shops = (city: string) => JSON.stringify({ columns: ["门店", "城市"], rows: [["001", city]] });
  const name = "门店";
  const { id } = await monitor.call(lookUpTableApi.add, { body: { name, content: shops("北京") } });
  const flow = JSON.stringify(drawn(id));
  const made = await administrator.call(flowApi.create, { body: { name: "查门店", flowType: 1, flow } });
  await administrator.call(flowVersionApi.publish, { body: { id: made.id, revision: 1 } });
  await o.runs({ taskIdentity: "第一通", flowId: made.id }, ["13800000001"]);
  const first = await answered("13800000001");
  await o.advance(1_000);
  await monitor.call(lookUpTableApi.update, { body: { id, name, version: 1, content: shops("上海") } });
  await presses(first);
  expect(await noted("13800000001", "variable")).toEqual(["a=北京", "b=北京"]);
  await o.runs({ taskIdentity: "第二通", flowId: made.id }, ["13800000002"]);
  await presses(await answered("13800000002"));
  expect(await noted("13800000002", "variable")).toEqual(["a=上海", "b=上海"]);
});

test("G120 a call that goes on says the shared prompts that it began with, the next one the new ones, by its language", async () => {
  const { administrator, monitor } = o;
  const hello = (text: string) =>
    JSON.stringify({
      wordings: [
        { language: "zh", text, voiceId: "" },
        { language: "en", text: `${text} in English`, voiceId: "" },
      ],
    });
  const name = "问候";
  const { id } = await monitor.call(sharedPromptApi.add, { body: { name, content: hello("您好") } });
  const asks = (key: string, next: string) => ({
    says: [say("", { talkKey: `t-${key}`, playType: "prompt", promptId: id })],
    config: { keys: ["1"], firstSeconds: 60 },
    to: { "key-1": next, timeout: "end", invalid: "end" },
  });
  const flow = body(
    [
      node("start", "start", { to: { next: "first" } }),
      node("first", "keyNav", asks("a", "speaks")),
      node("speaks", "variable", {
        config: { assign: [{ vName: "language", value: "en" }] },
        to: { next: "again" },
      }),
      node("again", "keyNav", asks("b", "end")),
      node("end", "hangup"),
    ],
    {
      collectVariable: [{ vName: "language", vAlias: "通话语言", type: "text", value: "zh" }],
      globals: { unknown: { talkings: [], limit: 3 }, timeout: { talkings: [], limit: 3 } },
    },
  );
  const made = await administrator.call(flowApi.create, {
    body: { name: "问候来电", flowType: 1, flow: JSON.stringify(flow) },
  });
  await administrator.call(flowVersionApi.publish, { body: { id: made.id, revision: 1 } });
  await o.runs({ taskIdentity: "第三通", flowId: made.id }, ["13800000003"]);
  const first = await answered("13800000003");
  await o.advance(1_000);
  await monitor.call(sharedPromptApi.update, { body: { id, name, version: 1, content: hello("早上好") } });
  await presses(first);
  expect(await noted("13800000003", "play")).toEqual(["您好", "您好 in English"]);
  await o.runs({ taskIdentity: "第四通", flowId: made.id }, ["13800000004"]);
  await presses(await answered("13800000004"));
  expect(await noted("13800000004", "play")).toEqual(["早上好", "早上好 in English"]);
});
