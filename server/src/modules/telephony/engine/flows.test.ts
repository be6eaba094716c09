/** Calls in flows, on the engine with a scripted switch: what callers hear, press and where they come out. */
import { compile, type FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { readStream } from "../../event-log/index.ts";
import { sealerOf } from "../../system/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));

const sealer = sealerOf(Buffer.alloc(32, 5));

/** A world in which the time rule that applies is the one named. */
const world = (flow: FlowBody, rule = ""): FlowPort => {
  const program = compile({ flowId: "f1", versionId: "v1", flowType: 1, body: flow, voice: null });
  return {
    ...noFlows,
    sealer,
    resolve: async (_compId, id) => (id === "f1" ? program : undefined),
    byVersion: async (_compId, id) => (id === "v1" ? program : undefined),
    ask: async () => ({ id: rule }),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
};

/** The number leads into the flow from now on. */
async function led(): Promise<void> {
  await s.ports.database.system(async (trx) => {
    await sql`insert into voice_flow (comp_id, id, name, flow_type, draft, version_id, created_at, updated_at) values (${s.compId}, 'f1', '总机', 1, '', 'v1', now(), now())`.execute(
      trx,
    );
    await trx
      .updateTable("access_number")
      .set({ targetKind: "flow", targetId: "f1" })
      .where("compId", "=", s.compId)
      .where("number", "=", s.number)
      .execute();
  });
}

const menu = (group: string): FlowBody =>
  body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", {
      says: ["请按键"],
      config: { keys: ["1", "2"] },
      to: { "key-1": "营业", "key-2": "客服", timeout: "再见", invalid: "再见" },
    }),
    node("营业", "play", { says: ["九点到六点"], to: { next: "再见" } }),
    node("客服", "skillGroup", {
      config: { targetId: group, maxWaitSeconds: 30, leaveKey: "0", data: ["lastKeys"] },
      to: { absent: "营业", timeout: "再见", full: "再见", key: "营业" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ]);

async function groupId(): Promise<string> {
  const { rows } = await s.ports.database.system((trx) =>
    sql<{ id: string }>`select id from skill_group where comp_id = ${s.compId}`.execute(trx),
  );
  return rows[0]!.id;
}

/** A stage whose number leads into this flow. */
async function stageOf(make: (group: string) => FlowBody, outlives = false): Promise<void> {
  let flows: FlowPort = noFlows;
  const late: FlowPort = {
    ...noFlows,
    sealer,
    resolve: (...of) => flows.resolve(...of),
    byVersion: (...of) => flows.byVersion(...of),
    ask: (...of) => flows.ask(...of),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
  await open({ flows: late, outlives });
  flows = world(make(await groupId()));
  await led();
}

const record = async () => (await s.records()).at(-1) as { readonly callId: string; readonly cause: string | null };
const cause = async (): Promise<string | null> => (await record()).cause;

test("G70 keys lead through the flow, which ends the call", async () => {
  await stageOf(menu);
  const { leg } = await s.customer();
  await s.settle();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  s.sw.press(leg, "1");
  await s.settle();
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(await cause()).toBe("flowEnded");
  const { callId } = await record();
  expect((await s.track(callId)).filter((type) => type !== "flowStep" && type !== "flowInput")).toEqual([
    "created",
    "flowEntered",
    "recordingStarted",
    "flowLeft",
    "ended:flowEnded",
    "recordingStored",
  ]);
});

test("G71 the flow leads into a queue; an agent answers with what travels with the call; the flow is over", async () => {
  await stageOf(menu);
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  s.sw.press(leg, "2");
  await s.settle();
  const [phone] = s.sw.at(page.user);
  expect(page.callView()).toMatchObject({ callData: { lastKeys: "2" } });
  s.sw.pickUp(phone!);
  await s.settle();
  expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
  s.sw.leave(leg);
  await s.settle();
  expect(await cause()).toBe("completed");
});

test("G72 nobody is there, the wait is too long, a key leads back: each by its exit", async () => {
  await stageOf(menu);
  const first = await s.customer();
  s.sw.press(first.leg, "2");
  await s.settle();
  expect(s.sw.hears(first.leg)).toMatch(/^file /);
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(first.leg)).toBe("gone");

  const page = await s.ready("1001");
  await page.command("setState", { state: "2" });
  const second = await s.customer("13900139000");
  s.sw.press(second.leg, "2");
  await s.settle();
  expect(s.sw.planned(second.leg)).toBe("music");
  s.sw.press(second.leg, "0");
  await s.settle();
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(second.leg)).toBe("gone");

  const third = await s.customer("13700137000");
  s.sw.press(third.leg, "2");
  await s.settle();
  await s.advance(30_000);
  await s.advance(1_000);
  expect(s.sw.hears(third.leg)).toBe("gone");
  expect((await s.records()).map((r) => r.cause)).toEqual(["flowEnded", "flowEnded", "flowEnded"]);
});

test("G73 who hangs up in the flow is counted as such", async () => {
  await stageOf(menu);
  const { leg } = await s.customer();
  s.sw.leave(leg);
  await s.settle();
  expect(await cause()).toBe("abandonedInFlow");
});

test("G74 another process goes on at the waiting node: what was said is said again, keys lead on", async () => {
  await stageOf(menu, true);
  const before = s;
  const { leg } = await s.customer();
  await s.settle();
  await before.kill();
  const flows = world(menu(await groupId()));
  await open({ after: before, outlives: true, flows });
  await s.settle();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  s.sw.press(leg, "1");
  await s.settle();
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(await cause()).toBe("flowEnded");
});

const questions = body([
  node("开始", "start", { to: { next: "接口" } }),
  node("接口", "interface", {
    config: { interfaceId: "i1" },
    to: { ok: "问", failed: "再见", timeout: "再见" },
  }),
  node("问", "speech", {
    says: ["要办什么"],
    config: { branches: [{ id: "sales", name: "售后" }] },
    to: { sales: "售后", unknown: "再见", timeout: "再见" },
    intents: { sales: "intent1" },
  }),
  node("售后", "play", { says: ["好的售后"], to: { next: "再见" } }),
  node("再见", "hangup"),
]);

test("G74 what was asked is asked again under the same key, and the caller is listened to again", async () => {
  const keys: string[] = [];
  let heard: ((event: { type: "final"; text: string; confidence: number }) => void) | undefined;
  const asking = (answers: boolean): FlowPort => ({
    ...world(questions),
    ask: (by, ask) => {
      if (ask.what === "understand") return Promise.resolve({ intentId: "intent1", score: 1, slots: {} });
      keys.push(by.key);
      return answers ? Promise.resolve({ ok: true, status: 200, values: {} }) : new Promise(() => undefined);
    },
    listen: async (_compId, _options, tell) => {
      heard = tell;
      return { push: () => undefined, close: () => undefined };
    },
  });
  let flows = asking(false);
  const late: FlowPort = {
    ...noFlows,
    resolve: (...of) => flows.resolve(...of),
    byVersion: (...of) => flows.byVersion(...of),
    ask: (...of) => flows.ask(...of),
    listen: (...of) => flows.listen(...of),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
  await open({ flows: late, outlives: true });
  await led();
  const first = s;
  const { leg } = await s.customer();
  expect(keys).toHaveLength(1);
  // It dies while the interface owes its answer.
  await first.kill();
  flows = asking(true);
  await open({ after: first, outlives: true, flows });
  await s.settle();
  expect(keys).toEqual([keys[0], keys[0]]);
  await s.advance(1_000);
  expect(heard).toBeDefined();
  // And once more while the caller is listened to.
  const second = s;
  heard = undefined;
  await second.kill();
  await open({ after: second, outlives: true, flows });
  await s.settle();
  heard!({ type: "final", text: "我要退货", confidence: 1 });
  await s.settle();
  const { callId } = await record();
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect((await s.track(callId)).at(-1)).toBe("ended:flowEnded");
  expect(keys).toHaveLength(2);
});

test("G75 who answers hears the whisper first, and he alone", async () => {
  const whispering = (group: string) =>
    body([
      node("开始", "start", { to: { next: "客服" } }),
      node("客服", "skillGroup", { config: { targetId: group, whisper: "售后客户" }, to: { absent: "再见" } }),
      node("再见", "hangup"),
    ]);
  await stageOf(whispering);
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  await s.settle();
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  expect([s.sw.hears(phone!), s.sw.hears(leg)]).toEqual([expect.stringMatching(/^file /), `leg ${phone}`]);
  await s.advance(1_000);
  expect(s.sw.hears(phone!)).toBe(`leg ${leg}`);
});

/** A card number is asked for, and a secret; both belong into a form. */
const gathering = body(
  [
    node("开始", "start", { to: { next: "卡号" } }),
    node("卡号", "keyCollect", {
      says: ["请输入卡号"],
      config: { vName: "card", max: 4 },
      to: { collected: "密码", timeout: "再见", invalid: "再见" },
    }),
    node("密码", "keyCollect", {
      says: ["请输入密码"],
      config: { vName: "pin", max: 4 },
      sensitive: true,
      to: { collected: "再见", timeout: "再见", invalid: "再见" },
    }),
    node("再见", "hangup", { says: ["再见"] }),
  ],
  {
    collectVariable: [
      { vName: "card", vAlias: "卡号", type: "text", value: "" },
      { vName: "pin", vAlias: "密码", type: "text", value: "" },
    ],
    variableForm: "form1",
    variableFormConf: { card: "no", pin: "secret", caller: "phone" },
  },
);

const gatheredFacts = async (callId: string) => {
  const events = await s.ports.database.system((trx) =>
    readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
  );
  return events.flatMap(({ fact }) => (fact.type === "flowGathered" ? [fact] : []));
};
const keys = async (leg: string, digits: string): Promise<void> => {
  for (const digit of digits) {
    s.sw.press(leg, digit);
    await s.settle();
  }
};
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
  expect(paused()).toBe(true);
  await keys(leg, "12");
  const before = s;
  await before.kill();
  await open({ after: before, outlives: true, flows: world(gathering) });
  await s.settle();
  expect(paused()).toBe(true);
  await keys(leg, "34");
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
