import { body, node, say } from "./testing/build.ts";
import { compile } from "./compile.ts";
import { mostCost } from "./meter.ts";
import { begun, step } from "./step.ts";
import { noTools } from "./tools.ts";
import { TestCaller } from "./testing/caller.ts";

const menu = body([
  node("开始", "start", { to: { next: "导航" } }),
  node("导航", "keyNav", {
    says: ["请按1或2"],
    config: { keys: ["1", "2"], repeatKey: "9" },
    to: { "key-1": "语音", "key-2": "客服", timeout: "挂机", invalid: "挂机" },
  }),
  node("语音", "play", { says: ["营业到十八点"], to: { next: "挂机" } }),
  node("客服", "skillGroup", { config: { targetId: "g1" }, to: { absent: "语音", timeout: "挂机", full: "挂机" } }),
  node("挂机", "hangup", { says: ["再见"] }),
]);

test("G1 keys choose the branch, and cut the wording off", () => {
  const caller = new TestCaller(menu).begin().keys("1").heardOut().heardOut();
  expect(caller.path).toEqual(["开始", "导航", "语音", "挂机"]);
  expect(caller.said).toEqual(["请按1或2", "营业到十八点", "再见"]);
  expect(caller.left).toBe("hangup");
  expect(caller.effects.some((e) => e.do === "stopPlay")).toBe(true);
});

test("G2 a transfer that nobody takes comes back by its exit; an answer of before counts for nothing", () => {
  const caller = new TestCaller(menu).begin().keys("2");
  expect(caller.last).toMatchObject({ do: "transfer", to: { kind: "skillGroup", id: "g1" } });
  const before = caller.state;
  caller.send({ type: "playDone", id: "e1", reason: "finished" });
  expect(caller.state).toBe(before);
  caller.transferEnded("absent").heardOut().heardOut();
  expect(caller.path.slice(2)).toEqual(["客服", "语音", "挂机"]);
});

test("G3 not answered and not understood: wordings by count, then the exit; an understood answer resets", () => {
  const caller = new TestCaller(menu).begin().heardOut().timeUp().heardOut().keys("7").heardOut();
  expect(caller.said).toEqual(["请按1或2", "请按键一", "请按1或2", "没听懂一", "请按1或2"]);
  caller.timeUp().heardOut().timeUp();
  expect(caller.path.at(-1)).toBe("挂机");
});

test("G4 keys are collected: terminator, between-time, check, sensitive keys in no note", () => {
  const flow = body([
    node("s", "start", { to: { next: "k" } }),
    node("k", "keyCollect", {
      says: ["请输入"],
      sensitive: true,
      config: { vName: "card", min: 4, max: 6, check: "number", tries: 2 },
      to: { collected: "v", invalid: "x", timeout: "x" },
    }),
    node("v", "variable", { config: { assign: [{ vName: "copy", from: "text", value: "尾号" }] }, to: { next: "p" } }),
    node("p", "play", { says: ["收到${card}"], to: { next: "x" } }),
    node("x", "hangup"),
  ]);
  const caller = new TestCaller(flow).begin().keys("12#");
  expect(caller.said.at(-1)).toBe("请输入");
  caller.keys("1234").timeUp();
  expect(caller.said.at(-1)).toBe("收到1234");
  expect(JSON.stringify(caller.effects.filter((e) => e.do === "note" && e.note.action === "keys"))).not.toContain(
    "1234",
  );
  expect(
    caller.effects.filter((e) => e.do === "pauseRecording").map((e) => e.do === "pauseRecording" && e.paused),
  ).toEqual([true, false]);
  expect(caller.state.secret).toEqual(["card"]);
});

test.each(["knowledge", "keyNav", "extensionRoute", "satisfaction", "play", "voiceMessage", "interface", "skillGroup"])(
  "G135 at a sensitive node of type %s nothing is recorded, from its beginning until it is left",
  (type) => {
    const pauses = (sensitive: boolean) => {
      const caller = new TestCaller(
        body([
          node("s", "start", { to: { next: "n" } }),
          node("n", type, { says: ["请说"], sensitive, config: { by: "question", questionId: "q" } }),
        ]),
      ).begin();
      const told = () => caller.effects.flatMap((e) => (e.do === "pauseRecording" ? [e.paused] : []));
      const [there, at] = [caller.state.frames.at(-1)?.node, told()];
      caller.send({ type: "hungUp" });
      return { there, at, all: told() };
    };
    expect(pauses(true)).toEqual({ there: "n", at: [true], all: [true, false] });
    expect(pauses(false)).toEqual({ there: "n", at: [], all: [] });
  },
);

test.each([
  ["play", {}, ["interrupted"], 1],
  ["continuePlay", {}, ["next"], 1],
  ["speech", { branches: [{ id: "a", name: "甲", key: "7" }] }, ["a"], 1],
  [
    "satisfaction",
    { scale: ["7", "8"].map((key, n) => ({ key, name: `档${n}`, score: n })), vName: "mark" },
    ["rated"],
    1,
  ],
  ["extensionRoute", { digits: 2 }, [], 2],
  ["keyCollect", { vName: "no", max: 1 }, ["collected"], 1],
])("G167 of a sensitive node of type %s no key stands in a note or in lastKeys", (type, config, exits, times) => {
  const pressed = (sensitive: boolean) => {
    const to = Object.fromEntries(exits.map((exit) => [exit, "x"]));
    const caller = new TestCaller(
      body([
        node("s", "start", { to: { next: "p" } }),
        // What 继续播放 says on.
        node("p", "play", { says: ["介绍"], to: { next: "n", interrupted: "n" } }),
        node("n", type, { says: ["请说"], sensitive, config, to }),
        node("x", "keyNav", { says: ["再按"] }),
      ]),
    )
      .begin()
      .keys("5");
    const before = caller.effects.length;
    caller.keys("7".repeat(times));
    const notes = caller.effects.slice(before).filter((effect) => effect.do === "note");
    return { noted: JSON.stringify(notes).includes('7"'), last: caller.state.vars["lastKeys"] };
  };
  expect(pressed(true)).toEqual({ noted: false, last: "5" });
  expect(pressed(false)).toEqual({ noted: true, last: "7".repeat(times) });
});

test("G2 呼叫坐席 by a variable rings whom it names, and leaves by 无人 where it names nobody", () => {
  const flow = (seat: string) =>
    body(
      [
        node("s", "start", { to: { next: "c" } }),
        node("c", "callSeat", {
          config: { who: "variable", vName: "seat", seatId: "1009", ringSeconds: 30 },
          to: { absent: "x", busy: "x", noAnswer: "x" },
        }),
        node("x", "hangup"),
      ],
      { collectVariable: [{ vName: "seat", vAlias: "坐席", type: "text", value: seat }] },
    );
  const caller = new TestCaller(flow("1002")).begin();
  expect(caller.last).toMatchObject({ do: "transfer", to: { kind: "seat", id: "1002", ringMs: 30_000 } });
  expect(new TestCaller(flow("")).begin().path).toEqual(["s", "c", "x"]);
});

const asksItself = (more: object = {}, globals: object = {}) =>
  body(
    [
      node("s", "start", { to: { next: "n" } }),
      node("n", "keyNav", {
        says: [
          "请按1",
          say("按错一", { skills: { when: "unknown", nth: 1 } }),
          say("按错二", { skills: { when: "unknown", nth: 2 } }),
        ],
        config: { keys: ["1"], tries: 4 },
        to: { "key-1": "x" },
        ...more,
      }),
      node("p", "play", { says: ["转人工"], to: { next: "x" } }),
      node("x", "hangup"),
    ],
    globals,
  );

test("G166 a node's own wordings for who is not understood go before the flow's, by count; what it has none for is the flow's", () => {
  const caller = new TestCaller(asksItself()).begin().heardOut();
  expect(caller.said).toEqual(["请按1"]);
  caller.keys("7").heardOut().keys("7").heardOut().keys("7").heardOut().timeUp();
  expect(caller.said).toEqual(["请按1", "按错一", "请按1", "按错二", "请按1", "按错二", "请按1", "请按键一", "请按1"]);
});

test("G166 whoever fails too often goes where the flow says, unless the node's own exit is wired", () => {
  const { globals } = asksItself();
  const led = { globals: { ...globals, unknown: { ...globals.unknown, exit: "p" } } };
  const failed = (flow: ReturnType<typeof asksItself>) => {
    const caller = new TestCaller(flow).begin();
    for (let n = 0; n < 4; n++) caller.heardOut().keys("7");
    return caller.path.slice(2);
  };
  expect(failed(asksItself({}, led))).toEqual(["p"]);
  expect(failed(asksItself({ to: { "key-1": "x", invalid: "x" } }, led))).toEqual(["x"]);
  // As before: the canvas ends.
  expect(failed(asksItself())).toEqual([]);
  // Silence has its own.
  const silent = new TestCaller(asksItself({ config: { keys: ["1"], tries: 1 } }, led)).begin().heardOut().timeUp();
  expect(silent.left).toBe("timeout");
});

test("G5 a sub-process returns its result; ten deep is the end", () => {
  const flow = body(
    [
      node("s", "start", { to: { next: "j" } }),
      node("j", "jump", { config: { to: "subProcess", targetId: "sub", results: ["好"] }, to: { next: "x", 好: "p" } }),
      node("p", "play", { says: ["好的"], to: { next: "x" } }),
      node("x", "hangup"),
    ],
    { subs: { sub: [node("ss", "start", { to: { next: "se" } }), node("se", "end", { config: { result: "好" } })] } },
  );
  expect(new TestCaller(flow).begin().said).toEqual(["好的"]);
  const deep = body([node("s", "start", { to: { next: "j" } }), node("j", "jump", { config: { targetId: "main" } })]);
  expect(new TestCaller(deep).begin().left).toBe("failed");
});

test("G6 wordings by hearing, condition and weight", () => {
  const flow = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", {
      says: [say("第一次", { skills: { nth: 1 } }), say("以后", { skills: { nth: 2 } })],
      to: { next: "p" },
    }),
  ]);
  const caller = new TestCaller(flow).begin().heardOut().heardOut();
  expect(caller.said).toEqual(["第一次", "以后", "以后"]);
  const drawn = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", {
      says: [say("甲", { skills: { weight: 1 } }), say("乙", { skills: { weight: 3 } })],
      to: { next: "p" },
    }),
  ]);
  const many = new TestCaller(drawn).begin();
  for (let i = 0; i < 400; i++) many.heardOut();
  expect(many.said.filter((s) => s === "乙").length / 401).toBeCloseTo(0.75, 1);
});

test("G7 a hang-up ends the flow, or runs what has no sound", () => {
  expect(new TestCaller(menu).begin().send({ type: "hungUp" }).left).toBe("hungUp");
  const flow = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", { says: ["喂"], to: { next: "p" } }),
    node("e", "exception", { config: { classes: ["hungUp"] }, to: { next: "v" } }),
    node("v", "variable", { config: { assign: [{ vName: "gone", from: "text", value: "是" }] }, to: { next: "p" } }),
  ]);
  const caller = new TestCaller(flow).begin().send({ type: "hungUp" });
  expect([caller.state.vars["gone"], caller.left, caller.said]).toEqual(["是", "hungUp", ["喂"]]);
});

test("G8 a cycle without a wait ends", () => {
  const flow = body([node("s", "start", { to: { next: "v" } }), node("v", "variable", { to: { next: "v" } })]);
  expect(new TestCaller(flow).begin().left).toBe("loop");
});

/** As the runner: the flow begins anew, and what of its state goes on goes on. */
const ledOver = (caller: TestCaller): boolean => {
  if (caller.last?.do !== "load") return false;
  const { made, loads } = caller.state;
  caller.state = {
    ...caller.state,
    steps: 0,
    open: {},
    counts: {},
    frames: [{ sub: "main", node: "s" }],
    made,
    ...(loads && { loads }),
  };
  caller.begin();
  return true;
};

test("G8 flows that lead over to one another for ever end: twenty times without a wait, two hundred in all", () => {
  const over = node("over", "jump", { config: { to: "flow", targetId: "f" } });
  const silent = new TestCaller(body([node("s", "start", { to: { next: "over" } }), over])).begin();
  let rounds = 0;
  while (ledOver(silent)) rounds += 1;
  expect([rounds, silent.left]).toEqual([20, "failed"]);
  const said = new TestCaller(
    body([
      node("s", "start", { to: { next: "p" } }),
      node("p", "play", { says: ["请稍候"], to: { next: "over" } }),
      over,
    ]),
  ).begin();
  rounds = 0;
  for (said.heardOut(); ledOver(said); said.heardOut()) rounds += 1;
  expect([rounds, said.left]).toEqual([200, "failed"]);
});

test("G53 what a step reckons is counted together, and too much of it ends the flow as a loop", () => {
  const rules = Array.from({ length: 30 }, (_, at) => ({
    id: `r${at}`,
    rows: Array.from({ length: 20 }, () => ({ variable: "tags", operator: "matches", value: "x" })),
    join: "any",
  }));
  const flow = body([
    node("s", "start", { to: { next: "l" } }),
    node("l", "loop", { config: { limit: 99 }, to: { again: "c", over: "p" } }),
    node("c", "condition", { config: { rules }, to: { else: "l" } }),
    node("p", "play", { says: ["完"] }),
  ]);
  const begun = (each: number) => {
    let matched = 0;
    const tools = {
      ...noTools,
      matches: () => ((matched += 1), false),
      costs: { evaluate: () => ({ first: 0, each }), matches: () => ({ first: 0, each }), matched: () => 0 },
    };
    const caller = new TestCaller(flow, { tools }).begin();
    return { matched, left: caller.left, said: caller.said };
  };
  expect(begun(0)).toEqual({ matched: 99 * 600, left: undefined, said: ["完"] });
  const dear = begun(2_000);
  expect([dear.left, dear.said]).toEqual(["loop", []]);
  expect(dear.matched).toBeLessThanOrEqual(mostCost.step / 2_000);
});

test("G6 words without a voice of their own are said with the flow's", () => {
  const flow = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", { says: [say("甲"), say("乙", { tts: '{"voice":"own"}' })], to: { next: "p" } }),
  ]);
  const voice = { engineId: "", voice: "f2", speed: 100, volume: 100, pitch: 50 };
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice });
  const { effects } = step(program, begun(program, 1), { type: "begin", vars: {} }, noTools);
  const play = effects.find((e) => e.do === "play");
  expect(play?.do === "play" && play.says.map((said) => said.kind === "text" && said.tts)).toEqual([
    '{"engineId":"","voice":"f2","speed":100,"volume":100,"pitch":50}',
    '{"voice":"own"}',
  ]);
});

test("G10 an expression that is wrong is noted once, with what is wrong, wherever it leads", () => {
  const flow = (to: Readonly<Record<string, string>>, ...more: readonly ReturnType<typeof node>[]) =>
    body([
      node("s", "start", { to: { next: "v" } }),
      node("v", "variable", { config: { assign: [{ vName: "a", from: "expression", value: "x" }] }, to }),
      ...more,
    ]);
  const failed = (of: ReturnType<typeof body>) =>
    new TestCaller(of, { tools: { ...noTools, evaluate: () => ({ error: "除以零" }) } })
      .begin()
      .effects.flatMap((e) => (e.do === "note" && e.note.action === "failed" ? [e.note] : []));
  const sorry = node("e", "exception", { to: { next: "p" } });
  const play = node("p", "play", { says: ["系统忙"] });
  expect(failed(flow({ error: "p" }, play))).toMatchObject([{ content: "除以零", data: { vName: "a" } }]);
  for (const more of [[], [sorry, play]])
    expect(failed(flow({}, ...more))).toMatchObject([{ content: "除以零", data: { vName: "a", class: "expression" } }]);
});
