/** What flows ask while their visitors are there, and when they are gone. What is asked is recorded, and answered by the test. */
import { body, node } from "@liantai/api/testing/flows";
import type { AskedBy } from "../../telephony/index.ts";
import { openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
let asked: AskedBy[] = [];
let answer: () => Promise<Readonly<Record<string, unknown>>>;
const ok = { ok: true, status: 200, values: {} };

beforeAll(async () => {
  stage = await openStage();
  process = await stage.process((flows) => ({
    ...flows,
    ask: (by) => {
      asked.push(by);
      return answer();
    },
  }));
  await stage.flow(
    "gone",
    body([
      node("开始", "start", { to: { next: "问" } }),
      node("问", "keyNav", { says: ["请按1"], config: { keys: ["1"], firstSeconds: 9 }, to: { "key-1": "查" } }),
      node("查", "interface", { config: { interfaceId: "i" }, to: { ok: "好", failed: "坏" } }),
      node("好", "keyNav", { says: ["查好了"], config: { keys: ["1"] } }),
      node("坏", "keyNav", { says: ["查不到"], config: { keys: ["1"] } }),
      node("走了", "exception", { config: { classes: ["hungUp"] }, to: { next: "报" } }),
      node("报", "interface", { config: { interfaceId: "i" }, to: { ok: "再报" } }),
      node("再报", "interface", { config: { interfaceId: "i" }, to: { ok: "完" } }),
      node("完", "end"),
    ]),
  );
  await stage.site("gone-page-key0", { targetId: "gone", idleMinutes: 2 });
});
afterAll(() => stage?.close());
beforeEach(() => {
  asked = [];
  answer = async () => ok;
});

const steps = (sessionId: string) =>
  stage.ports.database.system((trx) =>
    trx
      .selectFrom("chat_track")
      .select(["action", "nodeName"])
      .where("sessionId", "=", sessionId)
      .orderBy("n")
      .execute(),
  );

test("J13 a flow whose visitor ends it, or is silent, asks on without sound, and what it does stands in the track", async () => {
  for (const how of ["close", "idle"]) {
    asked = [];
    const visitor = await visit(stage, process, "gone-page-key0");
    if (how === "close") await process.part.conversations.close("100001", visitor.sessionId, visitor.by);
    else await stage.ports.clock.advance(2 * 60_000);
    await stage.ports.clock.settle();
    expect(asked.map(({ nodeName }) => nodeName)).toEqual(["报", "再报"]);
    expect(await visitor.session()).toMatchObject({ status: "closed", flowState: "", dueAt: null });
    expect((await steps(visitor.sessionId)).at(-1)).toMatchObject({ action: "left" });
    // After its end nothing is said.
    expect((await visitor.since(0)).at(-1)).toMatch(/结束/);
  }
});

test("J13 what is not answered in half a minute is asked for nobody", async () => {
  answer = () => new Promise(() => undefined);
  const visitor = await visit(stage, process, "gone-page-key0");
  await process.part.conversations.close("100001", visitor.sessionId, visitor.by);
  expect((await visitor.session()).flowState).not.toBe("");
  await stage.ports.clock.advance(30_000);
  expect(await visitor.session()).toMatchObject({ flowState: "", dueAt: null });
});

test("J8 one process asks a question once, and a failure of ours is one of the interface", async () => {
  let fail: () => void = () => undefined;
  answer = () => new Promise((_, reject) => (fail = () => reject(new Error("broken"))));
  const visitor = await visit(stage, process, "gone-page-key0");
  await visitor.types("1");
  await visitor.types("还在吗");
  await stage.ports.clock.advance(60_000);
  expect(asked).toMatchObject([
    { nodeName: "查", key: `${visitor.sessionId}:${asked[0]!.key.split(":")[1]}`, caller: "" },
  ]);
  fail();
  await stage.ports.clock.settle();
  expect(await visitor.since(3)).toContain("查不到");
});
