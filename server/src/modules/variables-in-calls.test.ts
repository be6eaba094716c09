/** What a call's flow knows without having asked: published and dialled through the front door. */
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { body, node, say } from "@liantai/api/testing/flows";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { isContact, readStream } from "./event-log/index.ts";

const compId = "100001";
let o: DialOffice;
beforeAll(async () => {
  o = await openDialOffice();
});
afterAll(() => o?.close());

const nobody = { talkings: [], limit: 3 };
const globals = { unknown: nobody, timeout: nobody };
const wait = { config: { keys: ["1"], firstSeconds: 60 }, says: ["请按1"] };

/** Published as an administrator does it. */
async function published(name: string, drawn: ReturnType<typeof body>): Promise<string> {
  const { administrator } = o;
  const { id } = await administrator.call(flowApi.create, { body: { name, flowType: 1, flow: JSON.stringify(drawn) } });
  await administrator.call(flowVersionApi.publish, { body: { id, revision: 1 } });
  return id;
}

/** The customer's leg of a task's call that leads into the flow. */
async function dialled(taskIdentity: string, flowId: string, phone: string): Promise<string> {
  await o.runs({ taskIdentity, flowId }, [phone]);
  const [leg] = o.at(phone);
  o.sw.pickUp(leg!);
  await o.settle();
  return leg!;
}

const callIdOf = async (phone: string): Promise<string> => {
  const attempt = await o.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_attempt").select("callId").where("phone", "=", phone).executeTakeFirstOrThrow(),
  );
  return attempt.callId!;
};

/** What the flow of the call to this number noted, in its order. */
const noted = async (phone: string, step: "node" | "variable" | "play") => {
  const id = await callIdOf(phone);
  const events = await o.ports.database.tenant(compId, (trx) => readStream(trx, { compId, stream: "contact", id }));
  return events
    .filter(isContact)
    .flatMap(({ fact }) =>
      fact.type === "flowStep" && fact.step === step ? [step === "node" ? fact.nodeName : fact.content] : [],
    );
};

test("G130 what the engine sets later is empty until then, and no expression fails over it", async () => {
  const unset = ["lastText", "lastIntent", "lastTransfer", "lastError"].map((name) => `${name} == ""`).join(" && ");
  const drawn = body(
    [
      node("start", "start", { to: { next: "pressed" } }),
      node("pressed", "condition", {
        config: { rules: [{ id: "one", expression: 'lastKeys == "1"' }] },
        to: { one: "end", else: "others" },
      }),
      node("others", "condition", {
        config: { rules: [{ id: "empty", expression: unset }] },
        to: { empty: "wait", else: "end" },
      }),
      node("wait", "keyNav", { ...wait, to: { "key-1": "again", timeout: "end", invalid: "end" } }),
      node("again", "condition", {
        config: { rules: [{ id: "one", expression: 'lastKeys == "1"' }] },
        to: { one: "good", else: "end" },
      }),
      node("good", "play", { says: [say("好")], to: { next: "end" } }),
      node("end", "hangup"),
    ],
    { globals },
  );
  const leg = await dialled("未按过键", await published("未按过键", drawn), "13800000001");
  o.sw.press(leg, "1");
  await o.settle();
  expect(await noted("13800000001", "node")).toEqual(["start", "pressed", "others", "wait", "again", "good"]);
});
