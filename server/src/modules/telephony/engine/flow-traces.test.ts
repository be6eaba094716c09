/** What calls in flows leave behind: what was gathered, secrets sealed, recordings. */
import type { FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { sealerOf } from "../../system/index.ts";
import { noFlows, type FlowPort, type Heard } from "../flows.ts";
import { inFlows, gathering, menu } from "../testing/in-flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { world, led, stageOf, record, cause, gatheredFacts, keys } = inFlows(() => s, open);

const shared = { type: "flowGathered", flowId: "f1", name: "总机", formId: "form1" };

test("G110 what a flow gathered is told once for its form, secrets left out; also of who hangs up, and of who is gone before", async () => {
  await stageOf(() => gathering);
  const first = await s.customer();
  await keys(first.leg, "6222");
  await keys(first.leg, "9876");
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(first.leg)).toBe("gone");
  const values = { no: "6222", phone: "13800138000" };
  expect(await gatheredFacts((await record()).callId)).toEqual([{ ...shared, values, secret: ["secret"] }]);

  const second = await s.customer("13900139000");
  await keys(second.leg, "6333");
  s.sw.leave(second.leg);
  await s.settle();
  expect(await gatheredFacts((await record()).callId)).toEqual([
    { ...shared, values: { no: "6333", phone: "13900139000" } },
  ]);
});

test("G110 another process has it, and tells it once", async () => {
  await stageOf(() => gathering, true);
  const before = s;
  const { leg } = await s.customer();
  await keys(leg, "6222");
  await before.kill();
  await open({ after: before, outlives: true, flows: world(gathering) });
  await s.settle();
  s.sw.leave(leg);
  await s.settle();
  const { callId } = await record();
  expect(await gatheredFacts(callId)).toEqual([{ ...shared, values: { no: "6222", phone: "13800138000" } }]);
});

test("G110 who is led to an agent has it told when he is answered", async () => {
  await stageOf((group) => ({
    ...gathering,
    ...body([
      node("开始", "start", { to: { next: "客服" } }),
      node("客服", "skillGroup", { config: { targetId: group } }),
    ]),
    variableForm: "form1",
    variableFormConf: { caller: "phone" },
  }));
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  await s.settle();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  const { callId } = await record();
  expect(await gatheredFacts(callId)).toEqual([{ ...shared, values: { phone: "13800138000" } }]);
  s.sw.leave(leg);
  await s.settle();
  expect(await gatheredFacts(callId)).toHaveLength(1);
});

test("G110 nodes without sound that run for who is gone add to it; a process that dies meanwhile leaves what there was", async () => {
  let answer: (values: Record<string, unknown>) => void = () => undefined;
  const silent = body(
    [
      node("开始", "start", { to: { next: "卡号" } }),
      node("卡号", "keyCollect", { says: ["请输入"], config: { vName: "card", max: 4 }, to: { collected: "再见" } }),
      node("异常", "exception", { config: { classes: ["hungUp"] }, to: { next: "接口" } }),
      node("接口", "interface", {
        config: { interfaceId: "i1", reply: [{ path: "name", vName: "card" }] },
        to: { ok: "再见", failed: "再见", timeout: "再见" },
      }),
      node("再见", "hangup"),
    ],
    {
      collectVariable: [{ vName: "card", vAlias: "卡号", type: "text", value: "" }],
      variableForm: "form1",
      variableFormConf: { card: "no", caller: "phone" },
    },
  );
  const flows: FlowPort = {
    ...noFlows,
    resolve: (...of) => world(silent).resolve(...of),
    ask: () => new Promise((resolve) => (answer = resolve)),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
  await open({ flows });
  await led();
  const published: unknown[] = [];
  await s.ports.broker.subscribe("flow.gathered", (message) => published.push(message));
  const { leg } = await s.customer();
  s.sw.leave(leg);
  await s.settle();
  const { callId } = await record();
  expect(await gatheredFacts(callId)).toEqual([{ ...shared, values: { phone: "13800138000" }, more: true }]);
  expect(published).toEqual([]);
  answer({ ok: true, status: 200, values: { card: "王一" } });
  await s.settle();
  expect((await gatheredFacts(callId)).at(-1)).toEqual({ ...shared, values: { phone: "13800138000", no: "王一" } });
  expect(published).toEqual([{ compId: s.compId, callId }]);
});

/** Every row of every table, as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await s.ports.database.system((trx) =>
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(trx),
  );
  const texts: string[] = [];
  for (const { name } of tables)
    // Of tables that are the installation's alone the system role may see none.
    await s.ports.database
      .system((trx) => sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(trx))
      .then(({ rows }) => texts.push(...rows.map(({ row }) => row)))
      .catch((error: unknown) => expect(String(error)).toContain("permission denied"));
  return texts.join("\n");
}

test("G113 what is typed in secret stands in no row while the call lives, nor after; another process goes on with it", async () => {
  const asked: unknown[] = [];
  const answers: ((answer: Record<string, unknown>) => void)[] = [];
  const secret = body(
    [
      node("开始", "start", { to: { next: "密码" } }),
      node("密码", "keyCollect", {
        says: ["请输入密码"],
        config: { vName: "pin", max: 9, confirm: true, terminator: "#" },
        sensitive: true,
        to: { collected: "接口", timeout: "再见", invalid: "再见" },
      }),
      node("接口", "interface", {
        config: {
          interfaceId: "i1",
          request: [{ name: "pin", value: "${pin}" }],
          reply: [{ path: "echo", vName: "echo" }],
        },
        sensitive: true,
        to: { ok: "念", failed: "再见", timeout: "再见" },
      }),
      node("念", "play", { says: ["密码${pin}，核对${echo}"], to: { next: "再见" } }),
      node("再见", "hangup"),
    ],
    {
      collectVariable: ["pin", "echo"].map((vName) => ({ vName, vAlias: vName, type: "text", value: "" })),
    },
  );
  const flows: FlowPort = {
    ...world(secret),
    ask: (by, ask) => {
      asked.push([by.sensitive, ask.what === "interface" && ask.request]);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  await open({ flows, outlives: true });
  await led();
  const { leg } = await s.customer();
  const plain = /918273|9，1，8，2|827364/;
  const next = async (): Promise<void> => {
    const before = s;
    await before.kill();
    await open({ after: before, outlives: true, flows });
    await s.settle();
  };
  await keys(leg, "918273");
  expect(await everyRow()).not.toMatch(plain);
  expect(await everyRow()).toContain('"sealed"');
  await next();
  await keys(leg, "645");
  // It is read back to him, and he says that it is right.
  expect(await everyRow()).not.toMatch(plain);
  await next();
  await keys(leg, "1");
  expect(asked).toEqual([[true, { pin: "918273645" }]]);
  expect(await everyRow()).not.toMatch(plain);
  await next();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  answers.at(-1)!({ ok: true, status: 200, values: { echo: "918273645" } });
  await s.settle();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  expect(await everyRow()).not.toMatch(plain);
  await next();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  await s.advance(1_000);
  await s.advance(1_000);
  expect(await cause()).toBe("flowEnded");
  const rows = await everyRow();
  expect(rows).not.toMatch(plain);
  expect(rows).toContain("flowStep");
});

test("G113 a snapshot that this installation's key does not open is closed as one that is damaged", async () => {
  await stageOf(() => gathering, true);
  const before = s;
  const { leg } = await s.customer();
  await keys(leg, "6222");
  await keys(leg, "98");
  await before.kill();
  await open({ after: before, outlives: true, flows: { ...world(gathering), sealer: sealerOf(Buffer.alloc(32, 6)) } });
  await s.settle();
  expect((await record()).cause).toBe("serverRestart");
});

const byHand = (table: "seat" | "skill_group" | "access_number") =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable(table).set({ recordMode: 0 }).where("compId", "=", s.compId).execute(),
  );

test("G114 the caller is recorded from the beginning of his flow, one recording through the queue and the talk", async () => {
  await stageOf(menu);
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  const { callId } = await record();
  expect(s.sw.recordings.get(callId)).toMatchObject({ legs: { left: [leg] }, paused: false });
  await s.advance(3_000);
  s.sw.press(leg, "2");
  await s.settle();
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  expect(s.sw.recordings.get(callId)).toMatchObject({ legs: { left: [leg], right: [phone] }, paused: false });
  await s.advance(2_000);
  s.sw.leave(leg);
  await s.settle();
  expect((await s.track(callId)).filter((type) => type.startsWith("recording"))).toEqual([
    "recordingStarted",
    "recordingStored",
  ]);
  expect((await s.record(callId))?.["recordingMs"]).toBe(5_000);
});

test("G114 what is typed in secret is silence on it, however long; another process goes on with the pause", async () => {
  await stageOf(() => gathering, true);
  const { leg } = await s.customer();
  const { callId } = await record();
  const paused = () => s.sw.recordings.get(callId)?.paused;
  await keys(leg, "6222");
  // Once, on a busy machine, there was no recording at all: how the call went says why.
  expect({ paused: paused(), track: await s.track(callId) }).toMatchObject({ paused: true });
  await keys(leg, "12");
  const before = s;
  await before.kill();
  await open({ after: before, outlives: true, flows: world(gathering) });
  await s.settle();
  expect(paused()).toBe(true);
  await keys(leg, "34");
  expect(paused()).toBe(false);
});

test("I17 what a sensitive node heard is asked of the knowledge base as a secret; what is asked after it is none", async () => {
  const asked: unknown[] = [];
  let heard: (event: Heard) => void = () => undefined;
  const flow = body([
    node("开始", "start", { to: { next: "证件" } }),
    node("证件", "speech", {
      says: ["请说身份证号"],
      config: { tries: 1 },
      sensitive: true,
      to: { yes: "再见", unknown: "答疑", timeout: "再见" },
      intents: { yes: "i1" },
    }),
    node("答疑", "knowledge", {
      config: { followUp: "还有什么可以帮您" },
      to: { answered: "再见", notFound: "再见" },
    }),
    node("再见", "hangup"),
  ]);
  await open({
    flows: {
      ...world(flow),
      ask: async (by, ask) => {
        if (ask.what === "understand") return { intentId: "" };
        asked.push([by.nodeName, by.sensitive, ask.what === "knowledge" && ask.text]);
        return { found: true, says: [{ text: "请稍等" }] };
      },
      listen: async (_compId, _options, tell) => {
        heard = tell;
        return { push: () => undefined, close: () => undefined };
      },
    },
  });
  await led();
  await s.customer();
  const says = async (text: string) => {
    heard({ type: "final", text, confidence: 1 });
    await s.settle();
    await s.advance(1_000);
  };
  await s.advance(1_000);
  await says("我的身份证是一一零");
  await s.advance(1_000);
  await says("几点下班");
  expect(asked).toEqual([
    ["答疑", true, "我的身份证是一一零"],
    ["答疑", false, "几点下班"],
  ]);
});

test("G135 any sensitive node is silence; who is led on from one is recorded again once somebody answers", async () => {
  await stageOf((group) =>
    body([
      node("开始", "start", { to: { next: "语言" } }),
      ...[false, true].map((sensitive) =>
        node(sensitive ? "按键" : "语言", "keyNav", {
          says: ["请按键"],
          config: { keys: ["1"] },
          sensitive,
          to: { "key-1": sensitive ? "确认" : "按键", timeout: "再见", invalid: "再见" },
        }),
      ),
      node("确认", "keyNav", {
        says: ["请确认"],
        config: { keys: ["1"] },
        to: { "key-1": "客服", timeout: "再见", invalid: "再见" },
      }),
      node("客服", "skillGroup", { config: { targetId: group }, sensitive: true, to: { absent: "再见" } }),
      node("再见", "hangup"),
    ]),
  );
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  await s.settle();
  const { callId } = await record();
  const paused = () => s.sw.recordings.get(callId)?.paused;
  expect(paused()).toBe(false);
  await keys(leg, "1");
  expect(paused()).toBe(true);
  await keys(leg, "1");
  expect(paused()).toBe(false);
  await keys(leg, "1");
  expect(paused()).toBe(true);
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(s.sw.hears(leg)).toMatch(/^leg /);
  expect(paused()).toBe(false);
});

test("G114 neither a flow nor an access number that wants none is recorded; whoever answers and wants none ends it", async () => {
  const unrecorded = (group: string): FlowBody => {
    const flow = menu(group);
    const nodes = flow.nodes[0]!.subProcess.flow.nodes.map((each) =>
      each.nodeType === "start" ? { ...each, config: { recording: false } } : each,
    );
    const [main] = flow.nodes;
    return { ...flow, nodes: [{ subProcess: { ...main!.subProcess, flow: { ...main!.subProcess.flow, nodes } } }] };
  };
  await stageOf(unrecorded);
  await s.customer();
  expect(s.sw.recordings.size).toBe(0);

  await stageOf(menu);
  await byHand("access_number");
  await s.customer();
  expect(s.sw.recordings.size).toBe(0);

  await stageOf(menu);
  await byHand("seat");
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  const { callId } = await record();
  expect(s.sw.recordings.get(callId)).toMatchObject({ paused: false });
  s.sw.press(leg, "2");
  await s.settle();
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(s.sw.recordings.get(callId)).toMatchObject({ paused: true });
});

test("G114 a message that the flow asks for is on the same recording, which goes on after it", async () => {
  const message = body([
    node("开始", "start", { to: { next: "留言" } }),
    node("留言", "voiceMessage", { says: ["请留言"], config: { endKey: "#" }, to: { left: "按键", tooShort: "按键" } }),
    node("按键", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1"] },
      to: { "key-1": "再见", timeout: "再见", invalid: "再见" },
    }),
    node("再见", "hangup"),
  ]);
  await stageOf(() => message);
  const { leg } = await s.customer();
  const { callId } = await record();
  for (let n = 0; n < 5; n += 1) await s.advance(1_000);
  await keys(leg, "#");
  expect(s.sw.recordings.get(callId)).toMatchObject({ legs: { left: [leg] }, paused: false });
  expect((await s.track(callId)).filter((type) => type === "recordingStarted")).toHaveLength(1);
});
