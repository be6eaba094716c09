/** E5 of flows: who is in a version goes through it to its end, whatever is published meanwhile, and the record says which it was. */
import { cdrApi, RoleType } from "@liantai/api/contract";
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { seatCaller } from "../testing/who.ts";
import { createAudit } from "./audit/index.ts";
import { createFlows, flowTools, type Flows } from "./flows/index.ts";
import { createRecordsModule } from "./records/index.ts";
import { noFlows, type FlowPort } from "./telephony/flows.ts";
import { queuesOf } from "./telephony/testing/queues.ts";
import { askIn } from "./telephony/testing/real-floor.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));

/** Asks for a key, says what it is, and hangs up. */
const saying = (words: string) =>
  JSON.stringify(
    body([
      node("start", "start", { to: { next: "menu" } }),
      node("menu", "keyNav", {
        says: ["请按键"],
        config: { keys: ["1"] },
        to: { "key-1": "say", timeout: "bye", invalid: "bye" },
      }),
      node("say", "play", { says: [words], to: { next: "bye", interrupted: "bye" } }),
      node("bye", "hangup", { says: ["再见"] }),
    ]),
    // Of no flow yet.
    (key, value: unknown) => (key === "flowId" ? "" : value),
  );

test("E5 G134 who waits in version 1 when 2 is published ends in 1, the next call is in 2, the record names each", async () => {
  const said: string[] = [];
  const late: { flows?: Flows } = {};
  const programOf = async (found: ReturnType<Flows["resolve"]> | undefined) => (await found)?.program;
  const port: FlowPort = {
    ...noFlows,
    tools: flowTools,
    resolve: (...of) => programOf(late.flows?.resolve(...of)),
    byVersion: (...of) => programOf(late.flows?.byVersion(...of)),
    speak: (_compId, text) => {
      said.push(text);
      return s.ports.speech.speak(text);
    },
  };
  await open({ flows: port });
  const flows = (late.flows = createFlows(s.ports));
  const who = seatCaller({ compId: s.compId, roleType: RoleType.administrator, agentId: null });
  const editor = askIn(flows.module({ audit: createAudit(s.ports), auth: { mayPress: async () => true } }).routes);
  const publish = async (id: string, revision: number) =>
    editor(flowVersionApi.publish, { body: { id, revision, note: "", reason: "" } }, who);
  const made = { name: "总机", flowType: 1, remark: "", tts: "", flow: saying("这是第一版") };
  const { id, revision } = await editor(flowApi.create, { body: made }, who);
  await publish(id, revision);
  await queuesOf(() => s).leadTo("flow", id);

  const first = await s.customer();
  await s.settle();
  expect(said).toEqual(["请按键"]);
  const saved = await editor(flowApi.save, { body: { id, revision, flow: saying("这是第二版") } }, who);
  await publish(id, saved.revision);
  const second = await s.customer("13900139000");
  await s.settle();
  for (const { leg } of [first, second]) {
    s.sw.press(leg, "1");
    await s.settle();
    for (let at = 0; at < 2; at++) await s.advance(1_000);
  }
  expect(said).toEqual(["请按键", "请按键", "这是第一版", "再见", "这是第二版", "再见"]);

  const read = askIn(createRecordsModule(s.ports).routes);
  const began = async (callId: string) =>
    (await read(cdrApi.callTrack, { body: { callId } }, who))
      .filter(({ action }) => action === "流程开始")
      .map(({ info }) => (JSON.parse(info) as { readonly content?: string }).content);
  const [one, two] = (await s.records()).map(({ callId }) => callId as string);
  expect([await began(one!), await began(two!)]).toEqual([["「start」，第1版"], ["「start」，第2版"]]);
});
