/** Calls in flows, on the engine with a scripted switch: what callers hear, press and where they come out. */
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { noFlows, type FlowPort, type Heard } from "../flows.ts";
import { inFlows, menu } from "../testing/in-flows.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { world, led, groupId, stageOf, record, cause } = inFlows(() => s, open);

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

const cough: Heard = { type: "final", text: "", confidence: 0 };

test("G136 what ends before 说话打断 cuts no wording off and is no answer; what lasts does, and so does a word that is known", async () => {
  let heard: (event: Heard) => void = () => undefined;
  const asked: number[] = [];
  await open({
    flows: {
      ...world(questions),
      ask: async (_by, ask) =>
        ask.what === "understand"
          ? { intentId: "intent1", score: 1, slots: {} }
          : { ok: true, status: 200, values: {} },
      listen: async (_compId, { lastsMs }, tell) => {
        asked.push(lastsMs);
        heard = tell;
        return { push: () => undefined, close: () => undefined };
      },
    },
  });
  await led();
  const { leg } = await s.customer();
  const wording = s.sw.hears(leg);
  expect([wording, asked]).toEqual([expect.stringMatching(/^file /), [300]]);
  const hears = async (...events: readonly Heard[]) => {
    for (const event of events) heard(event);
    await s.settle();
    return s.sw.hears(leg);
  };
  expect(await hears({ type: "started" }, cough)).toBe(wording);
  expect(asked).toEqual([300, 300]);
  expect(await hears({ type: "started" })).toBe(wording);
  expect(await hears({ type: "lasted" })).toBe("silence");
  expect(await hears({ type: "final", text: "售后", confidence: 1 })).toMatch(/^file /);
  const { callId } = await record();
  expect((await s.track(callId)).at(-1)).not.toMatch(/^ended/);

  const short = await s.customer("13900139000");
  for (const event of [{ type: "started" }, { type: "final", text: "售后", confidence: 1 }] as const) heard(event);
  await s.settle();
  await s.advance(1_000);
  await s.advance(1_000);
  expect(s.sw.hears(short.leg)).toBe("gone");
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
  // Words that have never been said take their time: until they are there the two are not together.
  const { speak } = s.ports.speech;
  let spoken: () => void = () => undefined;
  const made = new Promise<void>((resolve) => (spoken = resolve));
  s.ports.speech.speak = (text) => made.then(() => speak(text));
  s.sw.pickUp(phone!);
  await s.settle();
  expect([s.sw.hears(phone!), s.sw.planned(leg)]).toEqual(["silence", "music"]);
  spoken();
  await s.settle();
  expect([s.sw.hears(phone!), s.sw.hears(leg)]).toEqual([expect.stringMatching(/^file /), `leg ${phone}`]);
  await s.advance(1_000);
  expect(s.sw.hears(phone!)).toBe(`leg ${leg}`);
});

test("A15 E16 a message of a flow ends by silence, which is none of it: what was said is long enough, or too short", async () => {
  const watches: (() => void)[] = [];
  const closed = jest.fn();
  await stageOf((group) =>
    body([
      node("开始", "start", { to: { next: "留言" } }),
      node("留言", "voiceMessage", {
        says: ["请留言"],
        config: { toId: group, silenceSeconds: 5, minSeconds: 2 },
        to: { left: "再见", tooShort: "太短" },
      }),
      node("太短", "play", { says: ["太短了"], to: { next: "再见" } }),
      node("再见", "hangup"),
    ]),
  );
  const levels: number[] = [];
  Object.assign(s.ports.speech, {
    watchSilence: async (ms: number, silent: () => void) => {
      expect(ms).toBe(5_000);
      watches.push(silent);
      return { push: (samples: Int16Array) => void levels.push(samples[0]!), close: closed };
    },
  });
  const stepsOf = async (spokenMs: number) => {
    const { leg } = await s.customer();
    // The words with the node's tone: there is no other before he may speak.
    await s.advance(1_000);
    await s.settle();
    expect(s.sw.hears(leg)).toBe("silence");
    s.sw.forks.says(leg, 7);
    await s.advance(spokenMs + 5_000);
    watches.at(-1)!();
    await s.settle();
    await s.advance(1_000);
    await s.advance(1_000);
    expect(s.sw.forks.says(leg, 8)).toBe(0);
    const { callId } = await record();
    const { rows } = await s.ports.database.system((trx) =>
      sql<{ type: string; fact: { ms?: number; step?: string; data?: { exit?: string; left?: boolean } } }>`
        select type, data as fact from event where stream_id = ${callId} order by seq`.execute(trx),
    );
    return rows.flatMap(({ type, fact }): (number | boolean | undefined)[] =>
      type === "voicemailStored" ? [fact.ms] : fact.step === "voicemail" ? [fact.data?.left] : [],
    );
  };
  expect(await stepsOf(4_000)).toEqual([4_000, true]);
  expect(await stepsOf(500)).toEqual([false]);
  expect(levels).toEqual([7, 7]);
  expect(closed).toHaveBeenCalledTimes(2);
});

/** A key of the caller cuts the wording off after 740 ms, and leads to 询问 or straight to where it goes on. */
async function cutOff(interrupted: "询问" | "继续") {
  await stageOf(() =>
    body([
      node("开始", "start", { to: { next: "介绍" } }),
      node("介绍", "play", { says: ["长长的介绍"], to: { next: "再见", interrupted } }),
      node("询问", "keyNav", { says: ["继续请按1"], config: { keys: ["1"] }, to: { "key-1": "继续" } }),
      node("继续", "continuePlay", { to: { next: "再见" } }),
      node("再见", "hangup"),
    ]),
  );
  const play = jest.spyOn(s.sw, "play");
  const { leg } = await s.customer();
  await s.settle();
  s.sw.stopsAt = 740;
  s.sw.press(leg, "9");
  await s.settle();
  return { play, leg };
}

test("A14 a wording that a key cut off goes on from where the switch says it was", async () => {
  const { play, leg } = await cutOff("询问");
  await s.advance(1_000);
  s.sw.press(leg, "1");
  await s.settle();
  const [, request] = play.mock.lastCall!;
  expect(request).toMatchObject({ fromMs: 740 });
  expect(request.sources).toEqual(play.mock.calls[0]![1].sources);
});

test("A14 the key that cuts it off may lead straight to where it goes on: from where the switch says it was, too", async () => {
  const { play } = await cutOff("继续");
  expect(play.mock.lastCall![1]).toMatchObject({ fromMs: 740 });
});

test.each([true, false])(
  "E8 a wording yields to a key that is down where keys end it: barge-in %s",
  async (bargeIn) => {
    await stageOf(() =>
      body([
        node("开始", "start", { to: { next: "介绍" } }),
        node("介绍", "play", { says: ["介绍"], config: { bargeIn }, to: { next: "再见" } }),
        node("再见", "hangup"),
      ]),
    );
    const play = jest.spyOn(s.sw, "play");
    await s.customer();
    await s.settle();
    expect(play.mock.lastCall![1].hushOnKey ?? false).toBe(bargeIn);
  },
);

test("G8 a flow that leads over to itself for ever ends the call", async () => {
  await stageOf(() =>
    body([
      node("开始", "start", { to: { next: "自己" } }),
      node("自己", "jump", { config: { to: "flow", targetId: "f1" } }),
    ]),
  );
  const { leg } = await s.customer();
  await s.settle();
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  const { callId } = await record();
  expect((await s.track(callId)).filter((type) => type === "flowInput")).toHaveLength(21);
});
