/** A test of a flow (engine/flow-test) as lines that a person edits: what the caller does, how the world is, what is expected. */
import {
  testResults,
  type Expectation,
  type FlowBody,
  type FlowTest,
  type InterfaceReply,
  type TestAudio,
  type TestOverrides,
  type TestStep,
} from "@liantai/api/flows";
import { nodeOf } from "./body.ts";

/** One line: what it is, whose (a variable, a group, an interface), and its value. */
export interface Line {
  readonly kind: string;
  readonly name?: string;
  readonly value: string;
  readonly audio?: TestAudio;
}

export interface TestLines {
  readonly steps: readonly Line[];
  readonly given: readonly Line[];
  readonly expected: readonly Line[];
}

export interface LineKind {
  readonly label: string;
  /** What is typed; absent: nothing. */
  readonly value?: string;
  readonly name?: string;
  /** A recording is chosen. */
  readonly file?: true;
  /** A node is chosen, or one of these. */
  readonly choose?: "node" | readonly (readonly [value: string, label: string])[];
  readonly pattern?: readonly [RegExp, string];
}

const transferResults = [
  ["answered", "接通"],
  ["noAnswer", "无人接听"],
  ["busy", "忙"],
  ["absent", "无人在线"],
  ["unregistered", "未注册"],
  ["timeout", "等待超时"],
  ["full", "队列已满"],
  ["failed", "失败"],
  ["blocked", "被限制"],
  ["ended", "通话后返回"],
  ["key", "按键离开"],
] as const;
const keys: LineKind["pattern"] = [/^[\d*#]{1,32}$/, "只能是0–9、*和#"];
const whole: LineKind["pattern"] = [/^\d{1,9}$/, "只能是整数"];
const seconds: LineKind["pattern"] = [/^([0-2]?\d{1,3}|3[0-5]\d\d|3600)$/, "应为0到3600的整数"];

export const lineKinds: Readonly<Record<keyof TestLines, Readonly<Record<string, LineKind>>>> = {
  steps: {
    keys: { label: "按键", value: "按键", pattern: keys },
    keysEarly: { label: "播放中按键", value: "按键", pattern: keys },
    say: { label: "说话", value: "说的话" },
    sayEarly: { label: "播放中说话", value: "说的话" },
    audio: { label: "音频文件", value: "说的话", file: true },
    audioEarly: { label: "播放中音频文件", value: "说的话", file: true },
    silence: { label: "不出声" },
    wait: { label: "等待", value: "秒数", pattern: seconds },
    hangUp: { label: "挂机" },
  },
  given: {
    now: { label: "时间", value: "时间", pattern: [/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/, "格式如2026-03-01 09:00"] },
    vars: { label: "变量", name: "变量名", value: "值" },
    transfers: { label: "转接结果", name: "目标编号", choose: transferResults },
    interfaces: { label: "接口成功", name: "接口编号", value: "返回值JSON" },
    interfaceFails: {
      ...{ label: "接口失败", name: "接口编号" },
      choose: [
        ["failed", "失败"],
        ["timeout", "超时"],
      ],
    },
    area: { label: "来电地区", name: "省份", value: "城市" },
    blacklisted: { label: "在黑名单中" },
    timeRules: { label: "生效的时间规则", value: "规则编号" },
    knowledge: { label: "知识回答", name: "问句", value: "回答" },
    lastAgent: { label: "上次接待坐席", value: "坐席编号" },
    extensions: { label: "分机的坐席", name: "分机", value: "坐席编号" },
    smsFails: { label: "短信发送失败" },
    messageSeconds: { label: "留言时长", value: "秒数", pattern: seconds },
    draw: { label: "随机种子", value: "整数", pattern: whole },
  },
  expected: {
    said: { label: "播放了", value: "话术" },
    notSaid: { label: "没有播放", value: "话术" },
    node: { label: "经过节点", choose: "node" },
    notNode: { label: "不经过节点", choose: "node" },
    variable: { label: "变量等于", name: "变量名", value: "值" },
    target: { label: "转到", value: "目标编号" },
    result: { label: "结果", choose: testResults },
  },
};

export const emptyTest: TestLines = { steps: [{ kind: "keys", value: "1" }], given: [], expected: [] };

type Json = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

const givenOf = (overrides: Json): readonly Line[] =>
  Object.entries(overrides).flatMap(([kind, value]): readonly Line[] => {
    switch (kind) {
      case "vars":
      case "transfers":
      case "knowledge":
      case "extensions":
        return Object.entries(objectOf(value)).map(([name, one]) => ({ kind, name, value: textOf(one) }));
      case "interfaces":
        return Object.entries(objectOf(value)).map(([name, reply]) => {
          const { ok, class: why, values } = objectOf(reply);
          return ok === true
            ? { kind, name, value: textOf(values ?? {}) }
            : { kind: "interfaceFails", name, value: textOf(why ?? "failed") };
        });
      case "timeRules":
        return (Array.isArray(value) ? value : []).map((id) => ({ kind, value: textOf(id) }));
      case "area": {
        const { province, city } = objectOf(value);
        return [{ kind, name: textOf(province), value: textOf(city) }];
      }
      case "blacklisted":
      case "smsFails":
        return value === true ? [{ kind, value: "" }] : [];
      default:
        return [{ kind, value: textOf(value) }];
    }
  });

const audioOf = (value: unknown): Pick<Line, "audio"> => {
  const { id, name } = objectOf(value);
  return id === undefined ? {} : { audio: { id: textOf(id), name: textOf(name) } };
};

/** Of a kept test. */
export function readTest(kept: object): TestLines {
  const test = objectOf(kept);
  return {
    steps: listOf(test["steps"]).map((step) => ({
      kind: `${textOf(step["do"])}${step["early"] === true ? "Early" : ""}`,
      value: textOf(step["value"]),
      ...audioOf(step["audio"]),
    })),
    given: givenOf(objectOf(test["overrides"])),
    expected: listOf(test["expect"]).map(({ what, name, value, not }) => {
      const kind = not === true ? `not${textOf(what).replace(/^./, (first) => first.toUpperCase())}` : textOf(what);
      return { kind, value: textOf(value), ...(name === undefined ? {} : { name: textOf(name) }) };
    }),
  };
}

function overridesOf(lines: readonly Line[]): TestOverrides {
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  const last = (kind: string) => of(kind).at(-1);
  const named = <T>(kind: string, value: (text: string) => T): Readonly<Record<string, T>> | undefined => {
    const own = of(kind);
    return own.length === 0 ? undefined : Object.fromEntries(own.map((line) => [line.name ?? "", value(line.value)]));
  };
  const same = (text: string) => text;
  const number = (kind: string) => (last(kind) ? Number(last(kind)!.value) : undefined);
  const fails = named<InterfaceReply>("interfaceFails", (why) => ({
    ok: false,
    class: why === "timeout" ? why : "failed",
  }));
  const answers = named<InterfaceReply>("interfaces", (text) => ({
    ok: true,
    values: JSON.parse(text) as Record<string, string>,
  }));
  const area = last("area");
  const rules = of("timeRules").map(({ value }) => value);
  const all: TestOverrides = {
    now: last("now")?.value,
    vars: named("vars", same),
    // One of `transferResults`: nothing else can be chosen.
    transfers: named("transfers", same) as TestOverrides["transfers"],
    interfaces: answers || fails ? { ...answers, ...fails } : undefined,
    area: area && { province: area.name ?? "", city: area.value },
    blacklisted: of("blacklisted").length > 0 || undefined,
    timeRules: rules.length > 0 ? rules : undefined,
    knowledge: named("knowledge", same),
    lastAgent: last("lastAgent")?.value,
    extensions: named("extensions", same),
    smsFails: of("smsFails").length > 0 || undefined,
    messageSeconds: number("messageSeconds"),
    draw: number("draw"),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function stepOf({ kind, value, audio }: Line): TestStep {
  switch (kind) {
    case "keys":
    case "say":
      return { do: kind, value };
    case "keysEarly":
    case "sayEarly":
      return { do: kind === "keysEarly" ? "keys" : "say", value, early: true };
    case "audio":
      return { do: "audio", value, audio: audio! };
    case "audioEarly":
      return { do: "audio", value, audio: audio!, early: true };
    case "wait":
      return { do: "wait", value: Number(value) };
    case "hangUp":
      return { do: "hangUp" };
    default:
      return { do: "silence" };
  }
}

function expectationOf({ kind, name = "", value }: Line): Expectation {
  switch (kind) {
    case "said":
    case "node":
    case "target":
    case "result":
      return { what: kind, value };
    case "notSaid":
      return { what: "said", value, not: true };
    case "notNode":
      return { what: "node", value, not: true };
    default:
      return { what: "variable", name, value };
  }
}

/** As the engine reads it. The lines have no fault. */
export const writeTest = ({ steps, given, expected }: TestLines): Omit<FlowTest, "name"> => ({
  steps: steps.map(stepOf),
  overrides: overridesOf(given),
  expect: expected.map(expectationOf),
});

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** Why it cannot be kept; undefined: it can. */
export function testFault(lines: TestLines, body: FlowBody): string | undefined {
  for (const part of ["steps", "given", "expected"] as const)
    for (const { kind, name = "", value, audio } of lines[part]) {
      const known = lineKinds[part][kind];
      if (!known) return `不支持“${kind}”`;
      if (known.name && name.trim() === "") return `请填写“${known.label}”的${known.name}`;
      if (known.value && value.trim() === "") return `请填写“${known.label}”的${known.value}`;
      if (known.file && !audio) return `请选择“${known.label}”的文件`;
      if (known.choose && value === "") return `请选择“${known.label}”`;
      if (known.choose === "node" && !nodeOf(body, value)) return `“${known.label}”的节点已不在流程中`;
      if (known.pattern && !known.pattern[0].test(value)) return `“${known.label}”的${known.value}${known.pattern[1]}`;
      if (kind === "interfaces" && !isJsonObject(value)) return "“接口成功”的返回值不是JSON对象";
    }
  return lines.expected.length === 0 ? "请至少填写一项期望" : undefined;
}
