/**
 * Calls in flows over the wire (acceptance checks E8 and E9 of flows): a server process with its own switch, flows made by the
 * contract's calls, callers who send keys as RFC 4733 and sounds as audio and who measure what they hear.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { flowReplayApi } from "@liantai/api/contract/flow-editor";
import { cdrExportApi } from "@liantai/api/contract/admin";
import { body, ladders, node, sounding, variables } from "./testing/flow-calls/drawing.ts";
import { packetMs } from "./testing/flow-calls/hearing.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import { cellsOf } from "./testing/exports.ts";
import { loudness, toneShare } from "./testing/sip/goertzel.ts";
import { stereoOf } from "./testing/sip/wav-file.ts";

let studio: Studio;
/** Pressed in secret. */
const card = "4929173650182746";
beforeAll(async () => {
  studio = await Studio.open();
});
afterAll(() => studio?.close());

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

describe("E8", () => {
  const [first, second, last] = [600, 900, 1_500];
  let number: string;
  beforeAll(async () => {
    const [a, b, c] = await Promise.all([first, second, last].map((hz) => studio.voice({ hz, ms: 2_000 })));
    const keys = (voice: string, one: string) => ({
      says: [sounding(voice)],
      config: { keys: ["1", "2"] },
      to: { "key-1": one, "key-2": "bound" },
    });
    const flow = await studio.flow(
      body([
        node("start", "开始", "start", { to: { next: "a" } }),
        node("a", "甲", "keyNav", keys(a!, "b")),
        node("b", "乙", "keyNav", keys(b!, "a")),
        node("bound", "不可打断", "play", { says: [sounding(c!)], config: { bargeIn: false }, to: { next: "end" } }),
        node("end", "挂机", "hangup"),
      ]),
    );
    number = await studio.number(flow);
  });

  test("E8 a key that goes down 200 ms after a wording began stops it within 100 ms at the caller's ear", async () => {
    const { hearing, call } = await studio.caller(number);
    const stops: number[] = [];
    let stall = 0;
    for (let n = 0; n < 7; n++) {
      const hz = n % 2 === 0 ? first : second;
      // Ten packets of the wording are 200 ms of it.
      const from = await hearing.tone(hz, hearing.now, 10);
      const down = hearing.now;
      // As long as a finger takes, and twice so: it is the key's beginning that counts.
      await call.peer.pressKey("1", n % 2 === 0 ? 100 : 200);
      await hearing.tone(hz === first ? second : first, down);
      stops.push(hearing.countTone(hz, down) * packetMs);
      stall = Math.max(stall, hearing.stallMs(from));
    }
    // What came late to an ear on a busy machine had been sent before.
    expect(median(stops)).toBeLessThanOrEqual(100 + stall);
    expect(Math.min(...stops)).toBeLessThanOrEqual(100);
    call.bye();
  });

  test("E8 with barge-in off the wording goes on to its end", async () => {
    const caller = await studio.caller(number);
    const { hearing } = caller;
    await hearing.tone(first);
    await caller.press("2");
    await hearing.tone(last, 0, 10);
    await caller.press("1", 200);
    await caller.hungUp();
    expect(Math.abs(hearing.countTone(last) * packetMs - 2_000)).toBeLessThan(100);
  });
});

describe("E9", () => {
  const hz = {
    ...{ menu: 300, ask: 600, phone: 500, card: 400 },
    ...{ late1: 700, late2: 800, wrong1: 2_100, wrong2: 2_300 },
    ...{ collected: 1_500, timeout: 1_700, invalid: 1_900 },
  };
  const own = 440;
  let number: string;
  let flowId: string;

  beforeAll(async () => {
    const names = Object.keys(hz) as (keyof typeof hz)[];
    const ids = await Promise.all(names.map((name) => studio.voice({ hz: hz[name], ms: 300 })));
    const says = (name: keyof typeof hz) => sounding(ids[names.indexOf(name)]!);
    const ends = { collected: "good", timeout: "late", invalid: "wrong" };
    // Who presses has longer for it than any stall of a busy machine; the first time-out is waited for by one who never does.
    const times = { firstSeconds: 20, betweenSeconds: 4 };
    const collect = (id: string, name: string, wording: keyof typeof hz, config: object, sensitive = false) =>
      node(id, name, "keyCollect", {
        says: [says(wording)],
        config: { vName: id, ...times, ...config },
        to: ends,
        sensitive,
      });
    const answer = (id: string, name: string, wording: keyof typeof hz) =>
      node(id, name, "play", { says: [says(wording), says(wording)], to: { next: "end" } });
    flowId = await studio.flow(
      body(
        [
          node("start", "开始", "start", { to: { next: "menu" } }),
          node("menu", "菜单", "keyNav", {
            says: [says("menu")],
            config: { keys: ["1", "2", "3", "4"], firstSeconds: 30 },
            to: { "key-1": "plain", "key-2": "phone", "key-3": "secret", "key-4": "silent" },
          }),
          collect("silent", "不按", "ask", { min: 4, max: 6, tries: 3, firstSeconds: 3 }),
          collect("plain", "收号", "ask", { min: 4, max: 6, tries: 3 }),
          collect("phone", "收电话", "phone", { min: 4, max: 11, tries: 2, check: "phone" }),
          collect(
            "secret",
            "收卡号",
            "card",
            { min: 16, max: 19, tries: 2, firstSeconds: 20, betweenSeconds: 5 },
            true,
          ),
          answer("good", "收好了", "collected"),
          answer("late", "没有按", "timeout"),
          answer("wrong", "按错了", "invalid"),
          node("end", "挂机", "hangup"),
        ],
        {
          collectVariable: variables("plain", "phone", "secret", "silent"),
          ...ladders([says("wrong1"), says("wrong2")], [says("late1"), says("late2")]),
        },
      ),
    );
    number = await studio.number(flowId);
  });

  const tones = Object.values(hz);

  /** Presses its way to a node and, each time it hears one of the wordings, the next keys. */
  async function goes(menu: string, doings: readonly (readonly [wording: number, keys: string])[]) {
    const caller = await studio.caller(number);
    await caller.hearing.tone(hz.menu);
    await caller.press(menu);
    let from = 0;
    for (const [wording, keys] of doings) {
      from = (await caller.hearing.tone(wording, from)) + 4;
      await caller.press(keys);
    }
    await caller.hungUp();
    const { callId } = await studio.record(caller);
    const { steps } = await studio.track(callId);
    return {
      heard: caller.hearing.order(tones).slice(1),
      nodes: steps.filter(({ actionType }) => actionType === 111).map(({ nodeId }) => nodeId),
      caller,
    };
  }
  const way = (collect: string, end: string) => ["start", "menu", collect, end, "end"];

  test("E9 first and inter-digit time-outs, terminator, too short, wrong type, tries: the right exit and wording each", async () => {
    const { ask, phone, late1, late2, wrong1, wrong2, collected, timeout, invalid } = hz;
    const [silent, paused, pausedShort, ended, short, full, typed] = await Promise.all([
      goes("4", []),
      goes("1", [[ask, "1234"]]),
      goes("1", [
        [ask, "12"],
        [wrong1, "1234#"],
      ]),
      goes("1", [[ask, "12345#"]]),
      goes("1", [
        [ask, "12#"],
        [wrong1, "13#"],
        [wrong2, "14#"],
      ]),
      goes("1", [[ask, "123456"]]),
      goes("2", [
        [phone, "1234567#"],
        [wrong1, "12345678#"],
      ]),
    ]);
    expect(silent!.nodes).toEqual(way("silent", "late"));
    expect(silent!.heard).toEqual([ask, late1, ask, late2, ask, timeout]);
    expect(paused!.nodes).toEqual(way("plain", "good"));
    expect(paused!.heard).toEqual([ask, collected]);
    expect(pausedShort!.nodes).toEqual(way("plain", "good"));
    expect(pausedShort!.heard).toEqual([ask, wrong1, collected]);
    expect(ended!.nodes).toEqual(way("plain", "good"));
    expect(ended!.heard).toEqual([ask, collected]);
    expect(short!.nodes).toEqual(way("plain", "wrong"));
    expect(short!.heard).toEqual([ask, wrong1, wrong2, invalid]);
    expect(full!.nodes).toEqual(way("plain", "good"));
    expect(full!.heard).toEqual([ask, collected]);
    expect(typed!.nodes).toEqual(way("phone", "wrong"));
    expect(typed!.heard).toEqual([phone, wrong1, invalid]);
  });

  test("E9 digits that are sensitive are in no reply, export and log, and the recording is silent meanwhile", async () => {
    const caller = await studio.caller(number, own);
    await caller.hearing.tone(hz.menu);
    // A second of his own tone is on the recording before it falls silent.
    await caller.call.peer.say(
      Int16Array.from({ length: 8_000 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * own * n) / 8_000)),
    );
    await caller.press("3");
    await caller.hearing.tone(hz.card, 0, 12);
    await caller.press(`${card}#`, 60);
    await caller.hearing.tone(hz.collected);
    await caller.hungUp();
    const row = await studio.record(caller);
    const { text, steps } = await studio.track(row.callId);
    expect(steps.find(({ actionType, nodeId }) => actionType === 113 && nodeId === "secret")).toMatchObject({
      content: `「收卡号」，${"*".repeat(card.length)}`,
    });
    const replay = await studio.admin.post(flowReplayApi.replay.path, { flowId, callId: row.callId });
    const sheet = await studio.admin.raw(`${cdrExportApi.sheet.path}?caller=${caller.phone}`);
    const cells = await cellsOf(new Uint8Array(await sheet.arrayBuffer()));
    expect(JSON.stringify(cells)).toContain(row.callee);
    for (const reply of [
      text,
      JSON.stringify(row),
      JSON.stringify(replay),
      JSON.stringify(cells),
      studio.server.output(),
    ])
      expect(reply).not.toContain(card);

    const { left } = stereoOf(await studio.recording(row.callId));
    const at = (type: number, nodeId: string) =>
      steps.find((step) => step.actionType === type && step.nodeId === nodeId)!.offsetMs;
    const entered = at(111, "good") - at(111, "secret");
    const gap = longestSilence(left);
    expect(gap.ms).toBeGreaterThan(entered - 400);
    // What a busy machine kept his telephone from saying is silence too.
    expect(gap.ms).toBeLessThan(entered + 600 + caller.call.peer.longestStallMs);
    expect(toneShare(left.subarray(gap.from - 6_400, gap.from - 2_400), own)).toBeGreaterThan(0.5);
    expect(toneShare(left.subarray(gap.to + 400, gap.to + 3_200), own)).toBeGreaterThan(0.5);
  });
});

// The last of all: it ends the server, which writes down then what it still had to write.
test("E9 what was pressed in secret is in no log and in no file that the server leaves behind", async () => {
  await studio.server.end();
  expect(studio.server.output()).toContain('"level"');
  expect(studio.server.output()).not.toContain(card);
  const { folder } = studio.server;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const having = files
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => readFileSync(path).includes(card));
  expect(files.length).toBeGreaterThan(100);
  expect(having).toEqual([]);
});

/** The longest stretch in which nothing at all is said, by windows of 20 ms. */
function longestSilence(samples: Int16Array) {
  let best = { from: 0, to: 0 };
  for (let from = 0, at = 0; at <= samples.length; at += 160) {
    if (at < samples.length && loudness(samples.subarray(at, at + 160)) < 2) continue;
    if (at - from > best.to - best.from) best = { from, to: at };
    from = at + 160;
  }
  return { ...best, ms: (best.to - best.from) / 8 };
}
