/** Lines of text in flows: no database, no clock. */
import { compile, flowTypes, noTools, promptsIn, type FlowBody, type Tools } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { beginLine, lineDue, stepLine } from "./line.ts";
import type { LineEvent, LineStep } from "./line-types.ts";
import { spoken } from "./saying.ts";

const tools: Tools = { ...noTools, matches: (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text) };
const start = node("开始", "start", { to: { next: "问" } });

/** A conversation in a flow: what it says, by what is typed and how much time passes. */
function lineOf(drawn: FlowBody, { noLine = false } = {}) {
  const program = compile({ flowId: "f", versionId: "v", flowType: flowTypes.robot, body: drawn } as never);
  expect(promptsIn(program)).toEqual([]);
  let now = Date.UTC(2026, 2, 2, 1);
  const context = () => ({ program, tools, now });
  let last: LineStep = beginLine(context(), { seed: 1, vars: { callId: "c" }, prompts: {}, noLine });
  const go = (event: LineEvent) => (last = stepLine(context(), last.flow, event));
  const line = {
    get last() {
      return last;
    },
    get says() {
      return last.out.flatMap((out) =>
        out.say === "text" ? [out.content] : out.say === "voice" ? [`[${out.voiceId}]`] : [],
      );
    },
    get keys() {
      return last.out.flatMap((out) => (out.say === "text" ? [...(out.keys ?? [])] : []));
    },
    type: (text: string) => (go({ type: "typed", text }), line.says),
    answer: (answer: Readonly<Record<string, unknown>>) => (
      go({ type: "flow", event: { type: "answered", id: last.flow.asks[0]!.id, answer } }),
      line.says
    ),
    later: (ms: number) => ((now += ms), go({ type: "due" }), line.says),
    go,
    now: () => now,
  };
  return line;
}

const saying = (...says: string[]) => [
  start,
  node("问", "keyNav", {
    says,
    config: { keys: ["1", "2"], repeatKey: "9", tries: 2 },
    to: { "key-1": "查账单", "key-2": "找人工", invalid: "再见", timeout: "太久" },
  }),
  node("查账单", "hangup", { says: ["您的账单是十元"] }),
  node("找人工", "hangup", { says: ["请稍候"] }),
  node("再见", "hangup", { says: ["再见"] }),
  node("太久", "hangup", { says: ["您一直没有回复"] }),
];
const menu = saying("查账单请按1，", "人工请按2");

test("J1 the words of one wording are one message, and a menu's keys are called as its words call them", () => {
  const line = lineOf(body(menu));
  expect(line.says).toEqual(["查账单请按1，人工请按2"]);
  expect(line.keys).toEqual([
    { key: "1", name: "查账单" },
    { key: "2", name: "人工" },
    { key: "9", name: "重听" },
  ]);
});

test.each([
  ["您好，中文请按1，英文请按2。", ["中文", "英文"]],
  ["按1查账单，按2找人工", ["查账单", "找人工"]],
  ["请按1。按 2 键转人工服务", ["查账单", "转人工服务"]],
  ["请选择", ["查账单", "找人工"]],
])("J1 keys of “%s”; what it does not say is the node that the key leads to", (words, names) => {
  const line = lineOf(body(saying(words)));
  expect(line.keys.slice(0, 2).map(({ name }) => name)).toEqual(names);
});

test.each([
  ["1", "您的账单是十元"],
  ["１", "您的账单是十元"],
  ["我选2", "请稍候"],
  ["找人工", "请稍候"],
  ["人工", "请稍候"],
])("J2 typed %s takes the branch", (typed, said) => {
  const line = lineOf(body(menu));
  expect(line.type(typed)).toEqual([said]);
  expect(line.last.ended).toBe("hangup");
});

test("J3 a text without a key is one try that was not understood, by the node's own limit", () => {
  const line = lineOf(body(menu));
  expect(line.type("你好啊")).toEqual(["没听懂一查账单请按1，人工请按2"]);
  expect(line.type("88888")).toEqual(["再见"]);
});

test("J4 who types has 24 times as long, a minute at least and ten at most", () => {
  const line = lineOf(body(menu));
  expect(lineDue(line.last.flow) - line.now()).toBe(2 * 60_000);
  expect(line.later(2 * 60_000 - 1)).toEqual([]);
  expect(line.later(1)).toEqual(["请按键一查账单请按1，人工请按2"]);
  expect(line.later(2 * 60_000)).toEqual(["您一直没有回复"]);
  const slow = lineOf(body([start, node("问", "keyNav", { says: ["?"], config: { keys: ["1"], firstSeconds: 60 } })]));
  expect(lineDue(slow.last.flow) - slow.now()).toBe(10 * 60_000);
});

const collect = (config: object, sensitive = false) => [
  start,
  node("问", "keyCollect", {
    says: ["请输入卡号"],
    config: { vName: "card", min: 4, max: 20, ...config },
    to: { collected: "好", invalid: "不对" },
    sensitive,
  }),
  node("好", "play", { says: ["卡号${card}"], to: { next: "完" } }),
  node("完", "hangup"),
  node("不对", "hangup", { says: ["卡号不对"] }),
];
const variables = { collectVariable: [{ vName: "card", vAlias: "卡号", type: "string", value: "" }] as never };

test("J5 the end of a message is the end of the keys", () => {
  expect(lineOf(body(collect({}), variables)).type("卡号是 6222 0000")).toEqual(["卡号62220000"]);
  const line = lineOf(body(collect({ confirm: true }), variables));
  expect(line.type("6222")).toEqual(["您输入的是6，2，2，2，确认请按1，重新输入请按2"]);
  expect(line.keys.map(({ name }) => name)).toEqual(["确认", "重新输入"]);
  expect(line.type("确认")).toEqual(["卡号6222"]);
});

test.each([
  ["idCard", "11010519491231002x", "11010519491231002*"],
  ["amount", "￥1,234.50元", "1234*50"],
  ["date", "2026-03-02", "20260302"],
])("J5 what is typed of the type %s is as it would be pressed", (check, typed, keys) => {
  expect(lineOf(body(collect({ check }), variables)).type(typed)).toEqual([`卡号${keys}`]);
});

test("J1 a satisfaction has its marks as keys, and then its reasons", () => {
  const drawn = node("问", "satisfaction", {
    says: ["请评价"],
    config: { secondText: "哪里不满意", low: 1, reasons: [{ key: "1", name: "太慢" }] },
    to: { rated: "完" },
  });
  const line = lineOf(body([start, drawn, node("完", "hangup", { says: ["谢谢"] })]));
  expect(line.keys.map(({ name }) => name)).toEqual(["非常满意", "满意", "一般", "不满意"]);
  expect(line.type("不满意")).toEqual(["哪里不满意"]);
  expect(line.last.score).toBe(1);
  expect(line.keys).toEqual([{ key: "1", name: "太慢" }]);
  expect(line.type("太慢")).toEqual(["谢谢"]);
});

test.each([{ terminator: "#" }, { terminator: "" }])("J3 no keys at all are too few: %p", (config) => {
  const line = lineOf(body(collect({ ...config, min: 1, tries: 1 }), variables));
  line.type("没有");
  expect(line.last.flow.state.vars["card"]).toBe("");
  expect(line.last.ended).toBeDefined();
});

test("J6 what is secret is starred in what is said and in the track", () => {
  const line = lineOf(body(collect({ confirm: true }, true), variables));
  expect(line.type("6222")).toEqual(["您输入的是***，确认请按1，重新输入请按2"]);
  const before = JSON.stringify(line.last.out);
  expect(line.type("1")).toEqual(["卡号***"]);
  expect(before + JSON.stringify(line.last.out)).not.toMatch(/6222|6，2/);
});

const speech = [
  start,
  node("问", "speech", {
    says: ["请问有什么可以帮您"],
    config: {
      branches: [
        { id: "a", name: "退款", key: "1" },
        { id: "b", name: "投诉" },
      ],
    },
    to: { a: "退", b: "诉", unknown: "不懂", timeout: "不懂" },
    intents: { a: "i1", b: "i2" },
  }),
  node("退", "hangup", { says: ["为您退款"] }),
  node("诉", "hangup", { says: ["为您登记"] }),
  node("不懂", "hangup", { says: ["没有听懂"] }),
];

test("J2 what is typed where the flow listens is a sentence, unless it is a key of it or its name", () => {
  const line = lineOf(body(speech));
  expect(line.keys).toEqual([{ key: "1", name: "退款" }]);
  expect(line.type("我要投诉你们")).toEqual([]);
  expect(line.last.flow.asks).toMatchObject([{ ask: { what: "understand", text: "我要投诉你们" }, nodeId: "问" }]);
  expect(line.answer({ intentId: "i2", score: 0.9 })).toEqual(["为您登记"]);
  expect(lineOf(body(speech)).type("退款")).toEqual(["为您退款"]);
});

test("J7 what is typed while the flow waits for something else is taken where it next waits for its visitor", () => {
  const line = lineOf(body(speech));
  line.type("你好");
  expect(line.type("我要投诉")).toEqual([]);
  expect(line.answer({ intentId: "", score: 0 })).toEqual(["没听懂一请问有什么可以帮您"]);
  expect(line.last.flow.asks).toMatchObject([{ ask: { text: "我要投诉" } }]);
});

test("J8 a question is put again when its time is up, and its answer counts once", () => {
  const line = lineOf(body(speech));
  line.type("我要投诉");
  const [asked] = line.last.flow.asks;
  line.later(asked!.againAt - line.now());
  expect(line.last.flow.asks).toEqual([{ ...asked, againAt: line.now() + 15_000 }]);
  expect(line.answer({ intentId: "i2", score: 0.9 })).toEqual(["为您登记"]);
  expect(line.last.flow.asks).toEqual([]);
});

test("J9 the next message after the wording of a message node is the message left", () => {
  const line = lineOf(
    body([
      start,
      node("问", "voiceMessage", { says: ["请留言"], config: { toId: "g1" }, to: { left: "谢" } }),
      node("谢", "hangup", { says: ["谢谢"] }),
    ]),
  );
  expect(line.type("请回电给我")).toEqual(["谢谢"]);
  expect(line.last).toMatchObject({ ended: "hangup", flow: { left: { groupId: "g1", agentId: "" } } });
});

test("J10 a transfer waits, its leave key takes it back, and so does its result", () => {
  const drawn = body([
    start,
    node("问", "skillGroup", { config: { targetId: "g1", leaveKey: "*" }, to: { key: "离开", absent: "没人" } }),
    node("离开", "hangup", { says: ["已离开"] }),
    node("没人", "hangup", { says: ["没人在"] }),
  ]);
  const line = lineOf(drawn);
  expect(line.last.flow.transfer).toMatchObject({ to: { kind: "skillGroup", id: "g1" } });
  expect(line.type("在吗")).toEqual([]);
  expect(line.type("＊")).toEqual(["已离开"]);
  const other = lineOf(drawn);
  other.go({ type: "flow", event: { type: "transferEnded", id: other.last.flow.transfer!.id, result: "absent" } });
  expect(other.says).toEqual(["没人在"]);
});

test("J11 a flow that says on and on is ended as one that failed", () => {
  const line = lineOf(body([start, node("问", "play", { says: ["啊"], to: { next: "问" } })]));
  expect(line.last.ended).toBe("loop");
  expect(line.says).toHaveLength(50);
});

test("J12 without a free robot line the flow begins as one without", () => {
  const line = lineOf(body(speech), { noLine: true });
  expect(line.last.ended).toBe("noRobot");
});

test("J13 who is gone leaves the nodes without sound to be run to their end, half a minute at most", () => {
  const drawn = body([
    start,
    node("问", "keyNav", { says: ["请按键"], config: { keys: ["1"] } }),
    node("错", "exception", { config: { classes: ["hungUp"] }, to: { next: "报" } }),
    node("报", "interface", { config: { interfaceId: "i" }, to: { ok: "完" } }),
    node("完", "end"),
  ]);
  const line = lineOf(drawn);
  line.go({ type: "flow", event: { type: "hungUp" } });
  expect(line.last.flow.asks).toMatchObject([{ ask: { what: "interface" } }]);
  expect(line.last.ended).toBeUndefined();
  line.later(30_000);
  expect(line.last.ended).toBe("hungUp");
});

test("J72 a flow that is led over to for who is gone has what is left of his half a minute", () => {
  const line = lineOf(body(menu));
  const program = compile({ flowId: "g", versionId: "w", flowType: flowTypes.ivr, body: body(menu) } as never);
  const goneUntil = line.now() + 5_000;
  const given = { seed: 1, vars: {}, prompts: {}, noLine: false };
  const next = beginLine({ program, tools, now: line.now() }, given, { ...line.last.flow, goneUntil });
  expect(lineDue(next.flow)).toBe(goneUntil);
  expect(stepLine({ program, tools, now: goneUntil }, next.flow, { type: "due" }).ended).toBe("hungUp");
});

test("J73 what a flow says can be kept: no NUL, no half of a character, in names of keys neither", () => {
  expect(spoken([{ kind: "text", text: "您好\0\ud83d王\n先生" }] as never, false, [])).toEqual([
    { say: "text", content: "您好�王\n先生" },
  ]);
  const line = lineOf(body(saying(`${"😀".repeat(6)}a请按1`)));
  expect(line.keys[0]!.name.isWellFormed()).toBe(true);
});
