/** What robots had of calls, on the engine with a scripted switch. */
import { compile } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { rebuild, reconcile } from "../../event-log/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));

const asking = body([
  node("开始", "start", { to: { next: "问" } }),
  node("问", "keyNav", {
    says: ["请问办什么"],
    config: { keys: ["2"], firstSeconds: 60 },
    to: { "key-2": "再见", timeout: "再见", invalid: "再见" },
  }),
  node("再见", "hangup", { says: ["再见"] }),
]);
const program = compile({ flowId: "f1", versionId: "v1", flowType: 2, body: asking, voice: null });
const flows: FlowPort = {
  ...noFlows,
  resolve: async () => program,
  byVersion: async () => program,
  robots: async () => ({
    lines: [{ id: "l1", name: "一号线", concurrency: 5, expiresOn: "", enabled: true }],
    robot: { id: "r1", name: "小联", tts: "", asr: "", fallbackGroupId: "" },
  }),
  speak: (_compId, text) => s.ports.speech.speak(text),
};

const phones = ["13800138001", "13800138002", "13800138003", "13800138004"] as const;

test("Y25 what robots had of calls is kept with the event, and is the same when it is made anew from the log", async () => {
  await open({ flows });
  s.sw.autoAnswers = false;
  const { database } = s.ports;
  await database.system(async (trx) => {
    await sql`insert into voice_flow (comp_id, id, name, flow_type, draft, version_id, created_at, updated_at)
      values (${s.compId}, 'f1', '咨询机器人', 2, '', 'v1', now(), now())`.execute(trx);
    await trx
      .updateTable("access_number")
      .set({ targetKind: "flow", targetId: "f1", greeting: "" })
      .where("compId", "=", s.compId)
      .where("number", "=", s.number)
      .execute();
  });
  const page = await s.ready("1001");
  const legs: string[] = [];
  for (const phone of phones) legs.push((await s.customer(phone)).leg);
  await s.advance(4_000);
  s.sw.press(legs[0]!, "2");
  s.sw.leave(legs[1]!);
  const third = (await s.records()).find((r) => r["caller"] === phones[2]) as { callId: string };
  await page.command("pickup", { callId: third.callId });
  await s.settle();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await s.advance(1_000);
  s.sw.leave(legs[2]!);
  await s.settle();
  const talks = () =>
    database.tenant(s.compId, (trx) => trx.selectFrom("robot_talk").selectAll().orderBy("number").execute());
  const kept = await talks();
  expect(kept.map(({ robotName, line, number, outcome, turns }) => [robotName, line, number, outcome, turns])).toEqual([
    ["小联", "一号线", phones[0], "ended", 1],
    ["小联", "一号线", phones[1], "hungUp", 0],
    ["小联", "一号线", phones[2], "takenOver", 0],
    ["小联", "一号线", phones[3], "open", 0],
  ]);
  expect(kept[1]!.talkMs).toBe(4_000);
  expect(await reconcile(database)).toMatchObject({ found: 0 });
  await database.system((trx) =>
    trx.updateTable("robot_talk").set({ turns: 7 }).where("compId", "=", s.compId).where("turns", "=", 1).execute(),
  );
  expect(await reconcile(database)).toMatchObject({ found: 1, samples: [{ columns: ["talk.turns"] }] });
  await rebuild(database);
  expect(await talks()).toEqual(kept);
});
