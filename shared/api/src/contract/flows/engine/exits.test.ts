import { nodeTypeList } from "./nodes/index.ts";
import { configOf } from "./compile.ts";
import type { Question } from "./session.ts";
import { body, node, say } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";
import { noTools } from "./tools.ts";

type Answer = Readonly<Record<string, unknown>> | "failed";

interface Case {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly says?: readonly string[];
  readonly intents?: Readonly<Record<string, string>>;
  /** What the caller does for each exit. */
  readonly exits: Readonly<Record<string, (caller: TestCaller) => unknown>>;
  /** What the world says to whoever wants that exit. */
  readonly answer?: (ask: Question, exit: string) => Answer | undefined;
  readonly vars?: Readonly<Record<string, string>>;
}

const nothing = () => undefined;
const ends = (result: Parameters<TestCaller["transferEnded"]>[0]) => (caller: TestCaller) =>
  caller.heardOut().transferEnded(result);
const silent = (times: number) => (caller: TestCaller) => {
  for (let i = 0; i < times; i++) caller.heardOut().timeUp();
};
const pressed = (keys: string, times: number) => (caller: TestCaller) => {
  for (let i = 0; i < times; i++) caller.heardOut().keys(keys);
};
const understood = (intentId: string) => ({ intentId, score: 0.9, secondId: "", secondScore: 0, by: "x", slots: {} });

const cases: Readonly<Record<string, Case>> = {
  start: { exits: { next: nothing } },
  condition: {
    config: { rules: [{ id: "vip", rows: [{ variable: "level", value: "1" }] }] },
    exits: { vip: nothing, else: nothing },
  },
  keyCollect: {
    says: ["请输入"],
    config: { vName: "a", min: 2, max: 2, tries: 2 },
    exits: { collected: pressed("12", 1), timeout: silent(2), invalid: pressed("1#", 2) },
  },
  end: { exits: {} },
  jump: { config: { targetId: "sub", results: ["good"] }, exits: { next: nothing, good: nothing } },
  hangup: { exits: {} },
  callSeat: {
    config: { who: "last" },
    answer: (_ask, exit) => ({ agentId: exit === "absent" ? "" : "a1" }),
    exits: { noAnswer: ends("noAnswer"), busy: ends("busy"), absent: nothing },
  },
  keyNav: {
    says: ["按键"],
    config: { keys: ["1", "2"], backKey: "*" },
    exits: {
      "key-1": pressed("1", 1),
      "key-2": pressed("2", 1),
      back: pressed("*", 1),
      timeout: silent(3),
      invalid: pressed("7", 3),
    },
  },
  callExtension: {
    config: { number: "8001" },
    exits: { noAnswer: ends("noAnswer"), busy: ends("busy"), unregistered: ends("unregistered") },
  },
  callOutside: {
    config: { number: "13800000000" },
    exits: {
      noAnswer: ends("noAnswer"),
      busy: ends("busy"),
      failed: ends("failed"),
      blocked: ends("blocked"),
      ended: ends("ended"),
    },
  },
  extensionRoute: {
    says: ["请按分机号"],
    config: { tries: 2 },
    answer: (ask, exit) => ({ extension: exit !== "invalid" && ask.what === "extension" ? ask.number : "" }),
    exits: {
      invalid: pressed("8001", 2),
      noAnswer: (c) => c.keys("8001").transferEnded("noAnswer"),
      busy: (c) => c.heardOut().keys("80#").transferEnded("busy"),
      timeout: silent(2),
    },
  },
  skillGroup: {
    config: { targetId: "g", leaveKey: "0" },
    exits: { timeout: ends("timeout"), full: ends("full"), absent: ends("absent"), key: ends("key") },
  },
  play: {
    says: ["喂"],
    exits: { next: (c) => c.heardOut(), interrupted: (c) => c.keys("1") },
  },
  continuePlay: { exits: { next: nothing } },
  variable: {
    config: { assign: [{ vName: "a", from: "expression", value: "bad" }] },
    exits: { next: nothing, error: nothing },
  },
  loop: { config: { limit: 2 }, exits: { again: nothing, over: (c) => c.keys("1").keys("1") } },
  timeRoute: {
    config: { rules: [{ id: "day" }, { id: "night" }] },
    answer: (_ask, exit) => ({ id: exit === "else" ? "" : exit }),
    exits: { day: nothing, night: nothing, else: nothing },
  },
  areaRoute: {
    config: { branches: [{ id: "east", provinces: ["浙江"], cities: ["上海"] }] },
    answer: (_ask, exit) => ({
      province: exit === "unknown" ? "" : exit === "east" ? "浙江" : "四川",
      city: exit === "unknown" ? "" : "成都",
    }),
    exits: { east: nothing, unknown: nothing, else: nothing },
  },
  ivrRoute: { config: { rows: [{ value: "400", flowId: "f2" }] }, vars: { callee: "95" }, exits: { else: nothing } },
  voiceMessage: {
    says: ["请留言"],
    config: { toId: "g" },
    exits: {
      left: (c) => c.heardOut().send({ type: "recorded", id: c.open("record")!, ms: 12_000 }),
      tooShort: (c) => c.heardOut().send({ type: "recorded", id: c.open("record")!, ms: 900 }),
    },
  },
  exception: { exits: { next: nothing } },
  blackList: {
    answer: (_ask, exit) => ({ contained: exit === "contained" }),
    exits: { contained: nothing, notContained: nothing },
  },
  speech: {
    says: ["要办什么"],
    config: {
      branches: [
        { id: "bill", name: "查账单" },
        { id: "man", name: "转人工", key: "0" },
      ],
    },
    intents: { bill: "i1", man: "i2" },
    answer: (_ask, exit) => understood(exit === "bill" ? "i1" : ""),
    exits: {
      bill: (c) => c.says("账单"),
      man: (c) => c.keys("0"),
      unknown: (c) => c.says("嗯").says("嗯").says("嗯"),
      timeout: silent(3),
    },
  },
  sendSms: {
    config: { templateId: "t" },
    answer: (_ask, exit) => (exit === "failed" ? "failed" : { ok: true }),
    exits: { next: nothing, failed: nothing },
  },
  knowledge: {
    vars: { lastText: "营业时间" },
    answer: (_ask, exit) => ({ found: exit === "answered", says: exit === "answered" ? [{ text: "九点" }] : [] }),
    exits: { answered: (c) => c.heardOut(), notFound: nothing },
  },
  satisfaction: { says: ["请评价"], exits: { rated: pressed("1", 1), notRated: silent(2) } },
  interface: {
    config: { interfaceId: "i" },
    answer: (_ask, exit) =>
      exit === "ok"
        ? { ok: true, status: 200, values: {} }
        : exit === "timeout"
          ? { ok: false, class: "timeout" }
          : "failed",
    exits: { ok: nothing, failed: nothing, timeout: nothing },
  },
};

/** The node under test leads from each exit to a node of its name. */
function reached(type: string, exit: string): string | undefined {
  const { config = {}, says = [], intents = {}, answer, exits, vars = {} } = cases[type]!;
  const all = nodeTypeList.find((each) => each.type === type)!.exits(configOf({ nodeType: type, config }));
  const own = node("n", type, { config, says, intents, to: Object.fromEntries(all.map(({ id }) => [id, `to-${id}`])) });
  const targets = all.map(({ id }) =>
    node(
      `to-${id}`,
      type === "loop" && id === "again" ? "keyNav" : "play",
      type === "loop" && id === "again" ? { to: { "key-1": "n" } } : { says: ["到了"] },
    ),
  );
  // The exception node is come to by a failure only.
  const before = type === "start" ? [] : [node("s", "start", { to: { next: type === "exception" ? "fails" : "n" } })];
  const failing = node("fails", "variable", { config: { assign: [{ vName: "a", from: "expression", value: "x" }] } });
  const flow = body([...before, own, ...targets, ...(type === "exception" ? [failing] : [])], {
    subs: { sub: [node("ss", "start", { to: { next: "se" } }), node("se", "end", { config: { result: exit } })] },
  });
  const tools = {
    ...noTools,
    evaluate: () => (exit === "error" || type === "exception" ? { error: "错" } : { value: "1" }),
  };
  const caller = new TestCaller(flow, { tools, answer: (ask) => answer?.(ask, exit) });
  caller.begin({ ...vars, level: exit === "vip" ? "1" : "2" });
  exits[exit]!(caller);
  return caller.effects
    .flatMap((e) =>
      e.do === "note" && e.note.action === "branch" && e.note.nodeId === "n" ? [e.note.nextNodeId ?? ""] : [],
    )
    .at(-1);
}

test("G9 the words of the palette are those of flows.md B17", () => {
  const words =
    "开始 条件判断 按键收集 结束 跳转 挂机 呼叫坐席 按键导航 呼叫分机 呼叫外线 分机路由 转技能组 播放语音 继续播放 变量 " +
    "循环判断 时间路由 地区路由 IVR路由 留言 异常 黑名单判断 语音识别 发送短信 知识播报 满意度 接口调用";
  expect(nodeTypeList.map(({ name }) => name).sort()).toEqual(words.split(" ").sort());
});

test("G9 every exit of each of the 27 types is reached, and the table misses none", () => {
  expect(Object.keys(cases).sort()).toEqual(nodeTypeList.map(({ type }) => type).sort());
  expect(nodeTypeList).toHaveLength(27);
  for (const { type, exits } of nodeTypeList) {
    const all = exits(configOf({ nodeType: type, config: cases[type]!.config ?? {} })).map(({ id }) => id);
    expect([type, Object.keys(cases[type]!.exits).sort()]).toEqual([type, [...all].sort()]);
    for (const exit of all) expect([type, reached(type, exit)]).toEqual([type, `to-${exit}`]);
  }
});

test("G10 a failure without an exit of its own goes to an exception node that takes its class; anything else ends the canvas", () => {
  const flow = (classes: readonly string[]) =>
    body([
      node("s", "start", { to: { next: "i" } }),
      node("i", "interface", { config: { interfaceId: "x" }, to: { ok: "p" } }),
      node("p", "play", { says: ["好"] }),
      node("e", "exception", { config: { classes }, to: { next: "sorry" } }),
      node("sorry", "play", { says: ["系统忙"] }),
    ]);
  const failing = { answer: () => "failed" as const };
  expect(new TestCaller(flow(["interface"]), failing).begin().said).toEqual(["系统忙"]);
  expect(new TestCaller(flow(["media"]), failing).begin().left).toBe("failed");
  const fine = { answer: () => ({ ok: true }) };
  expect(new TestCaller(flow(["interface"]), fine).begin().heardOut().left).toBe("next");
  const noLine = body([
    node("s", "start", { to: { next: "q" } }),
    node("q", "speech", { says: ["您好"], config: { branches: [{ id: "a", name: "甲" }] } }),
    node("e", "exception", { to: { next: "g" } }),
    node("g", "skillGroup", { config: { targetId: "g1" } }),
  ]);
  const robot = new TestCaller(noLine).begin();
  robot.send({ type: "askFailed", id: robot.open("listen")!, class: "noRobot" });
  expect(robot.effects.some((e) => e.do === "note" && e.note.action === "noRobot")).toBe(true);
  expect(robot.last).toMatchObject({ do: "transfer", to: { id: "g1" } });
});

test("G11 an exception that fails again and again ends", () => {
  const flow = body([
    node("s", "start", { to: { next: "i" } }),
    node("i", "interface", { config: { interfaceId: "x" } }),
    node("e", "exception", { to: { next: "i" } }),
  ]);
  const caller = new TestCaller(flow, { answer: () => "failed" }).begin();
  expect([caller.left, caller.path.filter((name) => name === "e").length]).toEqual(["failed", 10]);
});

const ask = body(
  [
    node("s", "start", { to: { next: "q" } }),
    node("q", "speech", {
      says: ["要办什么"],
      config: {
        branches: [
          { id: "bill", name: "查账单" },
          { id: "pay", name: "交费", priority: 1 },
        ],
        disambiguation: true,
        slots: [{ vName: "sum", type: "amount" }],
      },
      to: { bill: "b", pay: "p", unknown: "x" },
      intents: { bill: "i1", pay: "i2" },
    }),
    node("b", "play", { says: ["账单"], to: { next: "x" } }),
    node("p", "play", { says: ["交${sum}元"], to: { next: "x" } }),
    node("x", "hangup", { says: ["再见"] }),
  ],
  {
    subs: {
      qa: [
        node("qs", "start", { to: { next: "qp" } }),
        node("qp", "play", { says: ["九点开门"], to: { next: "qe" } }),
        node("qe", "end"),
      ],
    },
    qaNodes: [{ subProcessId: "qa", dictionariesId: "i-qa" }],
  },
);
const hears = (question: Question): Answer | undefined =>
  question.what !== "understand"
    ? undefined
    : question.text === "账"
      ? { intentId: "i1", score: 0.7, secondId: "i2", secondScore: 0.69, slots: {} }
      : question.text === "几点开门"
        ? understood("i-qa")
        : question.text === "交费"
          ? { ...understood("i2"), slots: { sum: 30, foreign: "x" } }
          : understood("");

test("G12 two intents that are close are asked about; the answer is looked for among the two", () => {
  const caller = new TestCaller(ask, { answer: hears }).begin().says("账");
  expect(caller.said).toEqual(["要办什么", "您是想查账单还是交费？"]);
  caller.says("交费");
  expect(caller.effects.findLast((e) => e.do === "ask")).toMatchObject({ ask: { intents: ["i1", "i2"] } });
  expect([caller.said.at(-1), caller.state.vars["foreign"]]).toEqual(["交30元", undefined]);
});

test("G13 a question of a Q&A canvas is answered and the caller is asked again what he was asked", () => {
  const caller = new TestCaller(ask, { answer: hears }).begin().says("几点开门").heardOut();
  expect(caller.said).toEqual(["要办什么", "九点开门", "要办什么"]);
  expect(caller.says("交费").path.slice(-1)).toEqual(["p"]);
});

test("G12 speech ends the wording, and what was cut off is played on from there", () => {
  const flow = body([
    node("s", "start", { to: { next: "q" } }),
    node("q", "speech", {
      says: ["一", "二"],
      config: { branches: [{ id: "a", name: "甲" }] },
      intents: { a: "i1" },
      to: { a: "p" },
    }),
    node("p", "play", { says: ["好"], to: { next: "c" } }),
    node("c", "continuePlay"),
  ]);
  const caller = new TestCaller(flow, { answer: () => understood("i1") }).begin();
  const playing = caller.open("play")!;
  caller.send({ type: "speechStarted", id: caller.open("listen")! });
  expect(caller.effects.at(-1)).toEqual({ do: "stopPlay" });
  caller.send({ type: "playDone", id: playing, reason: "cut", at: 1 }).says("甲").heardOut();
  expect(caller.effects.findLast((e) => e.do === "play")).toMatchObject({
    from: 1,
    says: [{ text: "一" }, { text: "二" }],
  });
});

test("G14 a judgement counts at once and once; the lowest is asked why and may leave a message", () => {
  const flow = body([
    node("s", "start", { to: { next: "r" } }),
    node("r", "satisfaction", {
      says: ["请评价"],
      config: {
        secondText: "为什么",
        reasons: [{ key: "1", name: "态度" }],
        mailText: "请留言",
        mailGroupId: "g",
        vName: "score",
      },
      to: { rated: "x" },
    }),
    node("x", "hangup"),
  ]);
  const caller = new TestCaller(flow).begin().keys("4");
  expect(caller.effects.filter((e) => e.do === "rate")).toEqual([{ do: "rate", key: "4", score: 1, name: "不满意" }]);
  caller.keys("1").heardOut();
  expect(caller.effects).toContainEqual(
    expect.objectContaining({ do: "note", note: expect.objectContaining({ action: "satisfaction", content: "态度" }) }),
  );
  expect(caller.last).toMatchObject({ do: "record", groupId: "g" });
  caller.send({ type: "recorded", id: caller.open("record")!, ms: 9_000 });
  expect([caller.left, caller.state.vars["score"], caller.effects.filter((e) => e.do === "rate").length]).toEqual([
    "hangup",
    1,
    1,
  ]);
});

test("G15 what is secret stands in no note, no message and not in what is made of it, and names that every object has are nobody's", () => {
  const flow = body([
    node("s", "start", { to: { next: "k" } }),
    node("k", "keyCollect", { sensitive: true, config: { vName: "card", max: 6 }, to: { collected: "v" } }),
    node("v", "variable", { config: { assign: [{ vName: "copy", value: "卡${card}" }] }, to: { next: "p" } }),
    node("p", "play", { says: [say("您的${copy}")], to: { next: "m" } }),
    node("m", "sendSms", { config: { templateId: "t", values: [{ name: "a", value: "${copy}" }] }, to: { next: "i" } }),
    node("i", "interface", { config: { interfaceId: "i", request: [{ name: "card", value: "${card}" }] } }),
  ]);
  const caller = new TestCaller(flow, { answer: (q) => (q.what === "sms" ? { ok: true } : undefined) })
    .begin()
    .keys("987654")
    .heardOut();
  const kept = caller.effects.filter((e) => e.do === "note" || (e.do === "ask" && e.ask.what === "sms"));
  expect(JSON.stringify(kept)).not.toContain("987654");
  expect(caller.last).toMatchObject({ ask: { what: "interface", request: { card: "987654" } } });
  const odd = body(
    [
      node("s", "start", { to: { next: "j" } }),
      node("j", "jump", { config: { targetId: "sub" }, to: { next: "x" } }),
      node("x", "hangup", { says: ["${constructor}再见"] }),
    ],
    {
      subs: {
        sub: [node("ss", "start", { to: { next: "se" } }), node("se", "end", { config: { result: "constructor" } })],
      },
    },
  );
  expect(new TestCaller(odd).begin().said).toEqual(["再见"]);
});
