import { validate, type FlowBody } from "@liantai/api/flows";
import { expressionError, expressionFails, expressionNames } from "./expressions.ts";
import { patternError } from "./patterns.ts";
import { body, node, say, TestCaller } from "@liantai/api/testing/flows";
import { flowTools as tools } from "./tools.ts";

const vars = { keys: "12", score: 7, half: 0.5, vip: true, tags: ["新", "老"], "formData.city": "北京" };
const value = (text: string) => tools.evaluate(text, vars);

test.each([
  ['keys == "12"', true],
  ["score + 1", 8],
  ["score * half", 3.5],
  ["score > 6.5 && vip", true],
  ['vip ? "贵宾" : "普通"', "贵宾"],
  ['"新" in tags', true],
  ['formData.city == "北京"', true],
  ["size(tags)", 2],
  ["tags.exists(t, t.startsWith('老'))", true],
  ["tags.map(t, t + '客户')", ["新客户", "老客户"]],
  ["int(keys) % 5", 2],
  ["keys.matches('^[0-9]+$')", true],
])("%s", (text, expected) => expect(value(text)).toEqual({ value: expected }));

test.each([
  ["missing", "表达式用到了没有值的变量"],
  ["constructor", "表达式用到了没有值的变量"],
  ["__proto__", "表达式用到了没有值的变量"],
  ["formData.constructor", "表达式用到了没有的字段"],
  ['keys + 1 == "121"', "表达式值的类型不合适"],
  ["score / 0", "表达式除数为零"],
  ["score ==", "表达式写法有误"],
  ["open('/etc/passwd')", "表达式没有函数open"],
  ["google.protobuf.Struct{}", "表达式没有函数google.protobuf.Struct"],
  ["keys.matches('(a')", "正则表达式括号或量词不完整"],
])("G52 %s is answered with a sentence", (text, error) => {
  const answer = value(text);
  expect("error" in answer ? answer.error : answer).toContain(error);
});

test("G52 a fault is found before it runs: unknown variables by name, the engine's own pass", () => {
  const names = new Set(["keys", "tags", "formData"]);
  expect(expressionError("keys == '1'", names)).toBeUndefined();
  expect(expressionError("tags.all(t, t != '')", names)).toBeUndefined();
  expect(expressionError("formData.city == ''", names)).toBeUndefined();
  expect(expressionError("other == 1", names)).toBe("表达式用到了没有定义的变量other");
  expect(expressionError(" ", names)).toBe("表达式为空");
});

const types = { score: "number", vip: "boolean", tags: "list" } as const;
const named = new Set(["keys", "score", "vip", "tags", "formData"]);
const typed = (text: string, condition = false) => expressionError(text, named, { condition, types });

test.each([
  ["1 + 'a'", "表达式里的“+”不能用于数字和文本"],
  ['"a" > 1', "表达式里的“>”不能用于文本和数字"],
  ["1 && true", "表达式里的“&&”不能用于数字和是否"],
  ["!'a'", "表达式里的“!”不能用于文本"],
  ["-'a'", "表达式里的“-”不能用于文本"],
  ["size(1)", "表达式里的函数size不能用于数字"],
  ["keys.startsWith(1)", "表达式里的函数startsWith不能用于数字"],
  ["keys.startsWith()", "表达式里的函数startsWith的参数个数不对"],
  ["'a' in 'abc'", "表达式里的“in”不能用于文本和文本"],
  ["(keys + 1) && vip", "表达式里的“&&”不能用于数字和是否"],
  ["'a' ? 1 : 2", "表达式里的“?”前面应为是或否，这里是文本"],
  ["'a'.b", "表达式里的文本没有字段b"],
  ["'a'[0]", "表达式里的文本不能用[]取值"],
  ["'a'.all(x, true)", "表达式里的文本不能逐项判断"],
  ["tags.all(x, 1)", "表达式里的“&&”不能用于是否和数字"],
  ["tags.exists(x, true) + 1", "表达式里的“+”不能用于是否和数字"],
  ["score + 'a'", "表达式里的“+”不能用于数字和文本"],
  ["vip > 1", "表达式里的“>”不能用于是否和数字"],
  ["tags + 1", "表达式里的“+”不能用于列表和数字"],
  ["{'a': 1}", "表达式的结果不是文本、数字、是否或列表，而是映射"],
])("G160 %s is of types that do not fit, and so said before it runs", (text, error) => {
  expect(typed(text)).toBe(error);
  expect("error" in tools.evaluate(text, vars)).toBe(true);
});

test.each([
  ["'a'", "文本"],
  ["score + 1", "数字"],
  ["tags.map(t, t)", "列表"],
  ["vip ? 'a' : 1", "文本或数字"],
])("G160 %s is no condition", (text, type) => {
  expect(typed(text, true)).toBe(`表达式作为条件的结果应为是或否，这里是${type}`);
  expect(typed(text)).toBeUndefined();
});

test.each([
  "keys + 1 == 2",
  "keys > 1 || keys > 'a'",
  "keys && vip",
  "keys",
  "formData.city",
  "formData.sum + 1 > 2.5",
  "1 == 'a'",
  "score > 6.5 && score % 2 == 0",
  "size(keys) > 1 && size(tags) > 1",
  "(vip ? 'a' : 1) == keys",
  "tags.exists(t, t.startsWith('老')) && tags.filter(t, t != '').size() > 0",
  "tags.exists_one(t, t == 'a')",
  "tags[0] == 'a' && tags[0] > 1",
  "{'a': true}[keys]",
  "[true, 1][0]",
  "timestamp('2026-01-01T00:00:00Z') - timestamp(keys) > duration('1h')",
  "timestamp(keys).getHours() < 9",
  "dyn(1) + 'a' == 'b'",
  "int(keys) / 2 > double(keys)",
  "has(formData.city)",
])("G160 %s may be true: what is not known to be wrong is let through", (text) => {
  expect(typed(text, true)).toBeUndefined();
});

test("G160 the validator names node and expression, in conditions of rules and of wordings, and knows which types are sure", () => {
  const flow = (expression: string, condition: string, sets = "text"): FlowBody =>
    body(
      [
        node("s", "start", { to: { next: "v" } }),
        node("v", "variable", {
          config: { assign: [{ vName: sets, from: "expression", value: "1" }] },
          to: { next: "c" },
        }),
        node("c", "condition", { config: { rules: [{ id: "r", expression }] }, to: { r: "p", else: "p" } }),
        node("p", "play", { says: ["好", say("再见", { skills: { condition } })], to: { next: "h" } }),
        node("h", "hangup"),
      ],
      {
        collectVariable: [
          { vName: "text", vAlias: "文本", type: "text", value: "" },
          { vName: "number", vAlias: "数字", type: "number", value: "1" },
        ],
      },
    );
  const engines = { speaks: true, listens: "any" } as const;
  const around = {
    ...{ existing: {}, voices: {}, intents: {}, engines, inUse: [] },
    expressionNames,
    expressionFails,
    patternError,
  };
  const found = (checked: FlowBody) =>
    validate(checked, {
      ...around,
      expressionError: (text, variables, use) => expressionError(text, new Set(variables), use),
    }).map(({ rule, text }) => `${rule} ${text}`);
  expect(found(flow("number > 1", "text > 1"))).toEqual([]);
  expect(found(flow("number + 'a' == text", "'abc'"))).toEqual([
    "expression 节点“c”：表达式“number + 'a' == text”有误：表达式里的“+”不能用于数字和文本",
    "expression 节点“p”：表达式“'abc'”有误：表达式作为条件的结果应为是或否，这里是文本",
  ]);
  // What a node sets may be of any type, whatever is declared.
  expect(found(flow("number + 'a' == '1a'", "number", "number"))).toEqual([]);
});

test.each([
  ["lastError == 'noRobot' || !(keys != '1' && true)", false],
  ["formData.city == customer.city", false],
  ["keys", false],
  ["keys > 1", true],
  ["keys || true", true],
  ["keys.other == 1", true],
  ["size(keys) == 1", true],
])("G162 %s can fail: %s", (text, fails) => expect(expressionFails(text)).toBe(fails));

const hundred = `[${Array.from({ length: 90 }, (_, i) => i).join(",")}]`;
const long = { text: "a".repeat(100_000), many: Array.from({ length: 100 }, () => "a".repeat(290)) };

test.each([
  ["a pattern with a huge repeat", `text.matches("((a{1,50}){1,50}){1,50}")`],
  ["lists in lists in lists", `${hundred}.all(a, ${hundred}.all(b, ${hundred}.all(c, a + b + c >= 0)))`],
  ["variables in variables", "many.all(a, many.all(b, many.all(c, a == b || b == c)))"],
  ["patterns in a list", `many.all(a, a.matches("(a{0,10}){0,20}b"))`],
  ["a megabyte", `"${"a".repeat(1_000_000)}" == ""`],
  ["sums of texts in a list", `many.all(a, size(${Array(40).fill("text").join("+")}) > 0)`],
  ["brackets", `${"(".repeat(490)}1${")".repeat(490)}`],
  ["lists of lists", `${"[".repeat(490)}${"]".repeat(490)}`],
  ["negations", `${"!".repeat(990)}true`],
  ["minuses", `${"- ".repeat(490)}1`],
  ["questions", `${"true ? 1 : ".repeat(90)}1`],
  ["maps", `${"{1:".repeat(330)}1${"}".repeat(330)}`],
  ["calls", `${"size(".repeat(190)}""${")".repeat(190)}`],
])("G53 %s is refused before it runs", (_, text) => {
  expect(tools.evaluate(text, long)).toEqual({ error: expect.stringMatching(/\p{Script=Han}/u) });
  expect(expressionError(text, new Set(["text", "many"]))).toEqual(expect.stringMatching(/\p{Script=Han}/u));
});

test.each([
  ["a pattern that runs away elsewhere", `text.matches("(a+)+$")`],
  ["the largest pattern there may be", `text.matches("(a{0,10}){0,20}b")`],
])("G53 %s is done, on a text as long as it may be", (_, text) => {
  expect(tools.evaluate(text, long)).toEqual({ value: expect.any(Boolean) });
});

test("G53 patterns are RE2's: what it does not know is refused with a sentence, text beyond its limit is not read", () => {
  expect(patternError("^1[3-9]\\d{9}$")).toBeUndefined();
  expect(patternError("(?=a)b")).toBe("正则表达式不支持前后查找(?=…)、(?!…)等写法");
  expect(patternError("(a)\\1")).toBe("正则表达式不支持的转义，例如反向引用\\1");
  expect(patternError("(((")).toBe("正则表达式括号或量词不完整");
  expect(patternError("a{2000}")).toBe("正则表达式重复次数的写法有误或过多");
  expect(patternError("a".repeat(600))).toBe("正则表达式不能超过500个字符");
  expect(tools.matches("\\p{Han}+", "你好")).toBe(true);
  expect(tools.matches("(", "你好")).toBe(false);
});

/** Thirty rules of twenty patterns, none of which is found, come to again and again by a loop. */
const patternsIn = (value: (at: number) => string, rounds: number) =>
  body([
    node("s", "start", { to: { next: "l" } }),
    node("l", "loop", { config: { limit: rounds }, to: { again: "c", over: "p" } }),
    node("c", "condition", {
      config: {
        rules: Array.from({ length: 30 }, (_, rule) => ({
          id: `r${rule}`,
          join: "any",
          rows: Array.from({ length: 20 }, (_, row) => ({
            variable: "asked",
            operator: "matches",
            value: value(rule * 20 + row),
          })),
        })),
      },
      to: { else: "l" },
    }),
    node("p", "play", { says: ["完"] }),
  ]);

test.each([
  ["the largest pattern on a long text", () => "(a{0,10}){0,20}b", 1],
  ["six hundred patterns that are new", (at: number) => `^${"[a-f]?".repeat(60)}${at}$`, 1],
] as const)("G53 %s, six hundred times in a step: the call ends there", (_, value, rounds) => {
  const caller = new TestCaller(patternsIn(value, rounds), { tools }).begin({ asked: "a".repeat(290) });
  expect([caller.left, caller.said]).toEqual(["loop", []]);
});

test("G53 ordinary patterns, six hundred of them, five times in a step: it goes on", () => {
  const flow = patternsIn((at) => `^1[3-9]\\d{8}${at % 50}$`, 5);
  expect(new TestCaller(flow, { tools }).begin({ asked: "13800138000x" }).said).toEqual(["完"]);
});
