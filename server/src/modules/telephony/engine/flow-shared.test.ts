/** Calls that go through shared sub-processes, on the engine with a scripted switch. */
import { compile, link, type SharedFlows } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { readStream } from "../../event-log/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { inFlows } from "../testing/in-flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { led, record } = inFlows(() => s, open);

/** Asks for a key, says something, and comes back. */
const asks = (text: string) =>
  body([
    node("开始", "start", { to: { next: "问" } }),
    node("问", "keyNav", {
      says: [`${text}请按键`],
      config: { keys: ["1"] },
      to: { "key-1": "答", timeout: "返回", invalid: "返回" },
    }),
    node("答", "play", { says: [`${text}好的`], to: { next: "返回" } }),
    node("返回", "end"),
  ]);
const calling = body([
  node("开始", "start", { to: { next: "调用" } }),
  node("调用", "jump", { config: { to: "shared", targetId: "S" }, to: { next: "再见" } }),
  node("再见", "hangup", { says: ["再见"] }),
]);
const versions = {
  one: { versionId: "one", version: 1, body: asks("第一版") },
  two: { versionId: "two", version: 2, body: asks("第二版") },
};
const shared = (newest: string): SharedFlows => ({
  S: { flowId: "S", name: "问一问", enabled: true, newest, versions },
});

test("G123 G126 another process goes on through the version that the call began with; the next call has the newest", async () => {
  const said: string[] = [];
  let newest = "one";
  const programOf = (of: string) =>
    compile({ flowId: "f1", versionId: "v1", flowType: 1, voice: null, ...link(calling, shared(of)) });
  const flows: FlowPort = {
    ...noFlows,
    resolve: async () => programOf(newest),
    byVersion: async (_compId, _id, links) => programOf(links?.["S"] ?? newest),
    speak: (_compId, text) => {
      said.push(text);
      return s.ports.speech.speak(text);
    },
  };
  await open({ flows, outlives: true });
  await led();
  const before = s;
  const { leg } = await s.customer();
  await s.settle();
  expect(said).toEqual(["第一版请按键"]);
  await before.kill();
  newest = "two";
  await open({ after: before, outlives: true, flows });
  await s.settle();
  s.sw.press(leg, "1");
  await s.settle();
  for (let at = 0; at < 3; at++) await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(said).toEqual(["第一版请按键", "第一版请按键", "第一版好的", "再见"]);
  const { callId } = await record();
  const events = await s.ports.database.tenant(s.compId, (trx) =>
    readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
  );
  const began = events.flatMap(({ fact }) => (fact.type === "flowInput" && fact.began ? [fact.began] : []));
  expect(began).toMatchObject([{ versionId: "v1", links: { S: "one" } }]);
  const stays = await s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("flow_stay").select(["flowId", "nodeId", "nodeName", "sharedId"]).orderBy("seq").execute(),
  );
  expect(stays.map(({ flowId, nodeId, sharedId }) => [flowId, nodeId, sharedId])).toEqual([
    ["f1", "开始", ""],
    ["f1", "调用", ""],
    ...["开始", "问", "答", "返回"].map((id) => ["f1", `S/1/${id}`, "S"]),
    ["f1", "再见", ""],
  ]);
  expect(stays[3]!.nodeName).toBe("问");
  await s.customer("13900139000");
  await s.settle();
  expect(said.at(-1)).toBe("第二版请按键");
});
