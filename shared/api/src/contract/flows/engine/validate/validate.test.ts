import type { FlowBody, Talking } from "../flow.ts";
import { body, node, say } from "../testing/build.ts";
import { and, around, config, declared, errors, nodes, sound, sub, with_ } from "../testing/sound.ts";
import { validate, type Surroundings } from "./index.ts";

const rule = (expression: string) => ({ id: "r", name: "规则", expression });

const planted: readonly (readonly [
  rule: string,
  node: string,
  text: string,
  body: FlowBody,
  around?: Partial<Surroundings>,
])[] = [
  ["start", "", "没有“开始”节点", sound((all) => all.filter(({ nodeId }) => nodeId !== "s"))],
  ["start", "", "只能有一个“开始”", sound(and(node("s2", "start", { to: { next: "x" } })))],
  ["exception", "", "只能有一个“异常”", sound(and(node("e2", "exception", { to: { next: "x" } })))],
  ["nodeType", "z", "不认识的节点类型", sound(and(node("z", "teleport")))],
  ["ids", "", "节点编号“x”重复", sound(and(node("x", "hangup")))],
  ["reachable", "lost", "没有路径能到达", sound(and(node("lost", "hangup")))],
  ["exit", "t", "分支“其他时间”没有连接", sound(with_("t", (own) => ({ branch: own.branch.slice(0, 1) })))],
  ["branch", "p", "指向不存在的节点", sound(with_("p", () => ({ nextNodeId: "gone" })))],
  [
    "loop",
    "a",
    "循环而没有停顿",
    sound((all) =>
      and(
        node("a", "variable", { to: { next: "b" } }),
        node("b", "variable", { to: { next: "a" } }),
      )(with_("p", () => ({ nextNodeId: "a" }))(all)),
    ),
  ],
  ["loop", "i", "失败后经异常节点循环而没有停顿", sound(with_("e", () => ({ nextNodeId: "i" })))],
  [
    "recursion",
    "sj",
    "调用了自己",
    sound(undefined, {
      nodes: body(nodes, {
        subs: {
          sub: [
            ...sub.slice(0, 1),
            node("sv", "jump", { config: { targetId: "sub" }, to: { next: "se" } }),
            sub[2]!,
          ].map((each) => (each.nodeId === "sv" ? { ...each, nodeName: "sj" } : each)),
        },
      }).nodes,
    }),
  ],
  ["reference", "g", "技能组不存在", sound(config("g", { targetId: "foreign" }))],
  ["reference", "i", "接口“旧接口”已停用", sound(config("i", { interfaceId: "off" }))],
  ["reference", "j", "子流程不存在", sound(config("j", { targetId: "none" }))],
  ["target", "g", "请选择技能组", sound(config("g", { targetId: "" }))],
  ["config", "k", "最少位数", sound(config("k", { min: 0 }))],
  ["config", "k", "不认识的属性“minn”", sound(config("k", { minn: 1 }))],
  ["config", "i", "不认识的属性“reply[0].as”", sound(config("i", { reply: [{ path: "sum", vName: "sum", as: "x" }] }))],
  ["digits", "k", "最少位数不能大于", sound(config("k", { min: 9, max: 3 }))],
  ["variable", "p", "变量“nobody”没有声明", sound(with_("p", () => ({ talkings: [say("${nobody}")] })))],
  ["variable", "k", "系统变量“caller”不能赋值", sound(config("k", { vName: "caller" }))],
  [
    "variable",
    "",
    "变量“hello”重复",
    sound(undefined, {
      collectVariable: [
        declared("card"),
        declared("sum"),
        declared("off"),
        declared("hello", "a"),
        declared("hello", "b"),
      ],
    }),
  ],
  ["assigned", "x", "变量“sum”在有的路径上还没有赋值", sound(with_("x", () => ({ talkings: [say("${sum}")] })))],
  [
    "assigned",
    "x",
    "变量“sum”在有的路径上还没有赋值",
    sound(with_("x", () => ({ talkings: [say("再见", { skills: { condition: 'sum == "1"' } })] }))),
  ],
  [
    "assigned",
    "c",
    "变量“sum”在有的路径上还没有赋值",
    sound((all) =>
      and(node("c", "condition", { config: { rules: [rule('sum == "1"')] }, to: { r: "q", else: "q" } }))(
        with_("t", () => ({ branch: node("t", "timeRoute", { to: { day: "c", else: "x" } }).branch }))(all),
      ),
    ),
  ],
  [
    "expression",
    "sv",
    "不完整",
    sound(undefined, {
      nodes: body(nodes, {
        subs: { sub: config("sv", { assign: [{ vName: "off", from: "expression", value: "bad +" }] })(sub) },
      }).nodes,
    }),
  ],
  ["pattern", "k", "不支持前瞻", sound(config("k", { pattern: "(?=1)" }))],
  ["wording", "p", "没有话术", sound(with_("p", () => ({ talkings: [] })))],
  ["wording", "p", "第1条话术没有文字", sound(with_("p", () => ({ talkings: [say(" ")] })))],
  [
    "converted",
    "q",
    "语音“新录音”还没有转换",
    sound(with_("q", () => ({ talkings: [say("a", { playType: "audio", audios: ["v2"] })] }))),
  ],
  [
    "reference",
    "q",
    "语音不存在",
    sound(with_("q", () => ({ talkings: [say("a", { playType: "audio", audios: ["v9"] })] }))),
  ],
  [
    "keys",
    "n",
    "按键1重复",
    sound((all) =>
      and(
        node("n", "keyNav", {
          says: ["按1"],
          config: { keys: ["1", "2"], repeatKey: "1" },
          to: { "key-1": "x", "key-2": "x" },
        }),
      )(with_("p", () => ({ nextNodeId: "n" }))(all)),
    ),
  ],
  [
    "intent",
    "q",
    "没有选择意图",
    sound(
      with_("q", (own) => ({
        branch: own.branch.map((each) => (each.id === "man" ? { ...each, dictionariesId: "" } : each)),
      })),
    ),
  ],
  [
    "intent",
    "q",
    "意图“空的”没有关键词",
    sound(
      with_("q", (own) => ({
        branch: own.branch.map((each) => (each.id === "man" ? { ...each, dictionariesId: "empty" } : each)),
      })),
    ),
  ],
  [
    "samples",
    "q",
    "例句“帮我看看”同时属于",
    sound(
      with_("q", (own) => ({
        branch: own.branch.map((each) => (each.id === "man" ? { ...each, dictionariesId: "same" } : each)),
      })),
    ),
  ],
  ["engine", "q", "分配的识别引擎都已停用", sound(), { engines: { speaks: true, listens: "off" } }],
  [
    "engine",
    "p",
    "分配的识别引擎都已停用",
    sound(config("p", { speechBargeIn: true })),
    { engines: { speaks: true, listens: "off" } },
  ],
  ["engine", "p", "没有分配合成引擎", sound(), { engines: { speaks: false, listens: "any" } }],
  ["survey", "", "本流程用作满意度评价，但没有满意度节点", sound(), { survey: true }],
  ["inUse", "", "子流程“老子流程”", sound(), { inUse: [{ subProcessId: "old", name: "老子流程" }] }],
  ["deadAir", "i", "30秒听不到声音", sound(config("i", { timeoutSeconds: 10, retries: 2 }))],
  [
    "deadAir",
    "i",
    "12秒听不到声音",
    sound(config("i", { timeoutSeconds: 6 }), {
      nodes: body(config("i", { timeoutSeconds: 6 })(nodes), {
        subs: {
          sub: [
            sub[0]!,
            node("sv", "interface", {
              config: { interfaceId: "i", timeoutSeconds: 6, reply: [{ path: "off", vName: "off" }] },
              to: { ok: "se", failed: "sx" },
            }),
            sub[2]!,
            node("sx", "hangup"),
          ],
        },
      }).nodes,
    }),
  ],
  [
    "reference",
    "",
    "问答画布“qa”不存在",
    sound(undefined, { qaNodes: [{ subProcessId: "qa", dictionariesId: "bill" }] }),
  ],
  ["reference", "", "表单不存在", sound(undefined, { variableForm: "gone" })],
];

test("G16 a sound flow has no finding", () => {
  expect(validate(sound(), around)).toEqual([]);
});

test.each(planted.map(([rule, name, text, flow, more]) => [rule, name, text, flow, more] as const))(
  "G16 %s at “%s”: %s",
  (rule, name, text, flow, more) => {
    const found = validate(flow, { ...around, ...more });
    const same = errors(found).filter(
      (each) => each.rule === rule && each.nodeName === name && each.text.includes(text),
    );
    expect([same.length, errors(found)]).toEqual([1, expect.arrayContaining(same)]);
    if (name !== "") expect(same[0]!.text).toContain(`节点“${name}”`);
  },
);

test.each<readonly [rule: string, text: string, talking: Talking]>([
  ["wording", "第2条话术没有文字", say(" ")],
  ["wording", "第2条话术没有录音", say("", { playType: "audio" })],
  ["wording", "第2条话术没有选择共享话术", say("", { playType: "prompt" })],
  ["reference", "第2条话术的语音不存在", say("", { playType: "audio", audios: ["v9"] })],
  ["reference", "第2条话术的共享话术不存在", say("", { playType: "prompt", promptId: "gone" })],
  ["converted", "语音“新录音”还没有转换完成", say("", { playType: "audio", audios: ["v2"] })],
  ["variable", "变量“nope”没有声明", say("${nope}")],
  ["expression", "表达式“bad +”有误：不完整", say("好", { skills: { condition: "bad +" } })],
])("G16 %s in what the whole flow says to who is not understood or silent: %s", (rule, text, talking) => {
  const hearings = { talkings: [[say("请再说一次")], [say("请按键"), talking]], limit: 3 };
  const { globals } = sound();
  const found = (change: Partial<FlowBody["globals"]>, self?: Surroundings["self"]) =>
    validate(sound(undefined, { globals: { ...globals, ...change } }), { ...around, ...(self && { self }) }).filter(
      (each) => each.rule === rule,
    );
  const at = { severity: "error", rule, subProcessId: "", nodeId: "", nodeName: "" };
  expect(found({ unknown: hearings })).toEqual([{ ...at, text: `“未听懂”第2次：${text}` }]);
  expect(found({ timeout: hearings })).toEqual([{ ...at, text: `“超时”第2次：${text}` }]);
  // A shared sub-process says those of the flow that calls it.
  expect(found({ timeout: hearings }, { flowId: "f", name: "本身" })).toEqual([]);
});

test("G16 what the whole flow says is spoken by an engine as well", () => {
  const found = validate(sound(), { ...around, engines: { speaks: false, listens: "any" } });
  expect(found.filter(({ rule, nodeId }) => rule === "engine" && nodeId === "")).toHaveLength(1);
});

test("G17 what only looks strange is a warning: edges that disagree, a branch of nothing, a canvas that nobody calls", () => {
  const flow = sound((all) =>
    with_("p", () => ({ branch: [{ id: "odd", nodeName: "怪", nodeId: "x", dictionariesId: "" }] }))(all),
  );
  const first = flow.nodes[0]!.subProcess;
  const differing = {
    ...flow,
    nodes: [
      {
        subProcess: { ...first, flow: { ...first.flow, edges: [{ id: "e", source: "p", exit: "next", target: "g" }] } },
      },
      ...flow.nodes.slice(1),
      ...body([], { subs: { alone: [node("as", "start", { to: { next: "ae" } }), node("ae", "end")] } }).nodes.slice(1),
    ],
  };
  expect(
    validate(differing, around)
      .map(({ severity, rule }) => `${severity} ${rule}`)
      .sort(),
  ).toEqual(["warning branch", "warning edges", "warning unused"]);
});

test("G166 the flow's own exits: a node that is there, and that they lead to; wordings that nobody would hear", () => {
  const { globals } = sound();
  const led = (exit: string) => ({ globals: { ...globals, timeout: { ...globals.timeout, exit } } });
  const found = (flow: FlowBody, self?: Surroundings["self"]) =>
    validate(flow, { ...around, ...(self && { self }) }).map(({ rule, nodeId }) => `${rule} ${nodeId}`);
  expect(found(sound(undefined, led("x")))).toEqual([]);
  expect(found(sound(undefined, led("gone")))).toEqual(["reference "]);
  // By it alone somebody comes there; where it is the caller's, nobody.
  const lost = and(node("lost", "hangup", { says: ["再见"] }));
  expect(found(sound(lost, led("lost")))).toEqual([]);
  expect(found(sound(lost, led("")))).toEqual(["reachable lost"]);
  expect(found(sound(lost, led("lost")), { flowId: "f", inputs: [] } as never)).toContain("reachable lost");
  const own = (id: string, text: string) =>
    found(
      sound(with_(id, ({ talkings }) => ({ talkings: [...talkings, say(text, { skills: { when: "unknown" } })] }))),
    );
  expect(own("k", "不是卡号")).toEqual([]);
  expect(own("k", "${gone}")).toEqual(["variable k"]);
  expect(own("p", "不会播放")).toEqual(["wording p"]);
});

test("G18 1,000 nodes are judged within a second", () => {
  const many = body([
    node("s", "start", { to: { next: "n0" } }),
    ...Array.from({ length: 998 }, (_, at) =>
      node(`n${at}`, "play", { says: [`第${at}段`], to: { next: at === 997 ? "x" : `n${at + 1}` } }),
    ),
    node("x", "hangup"),
  ]);
  const started = performance.now();
  expect(validate(many, around)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(1_000);
});
