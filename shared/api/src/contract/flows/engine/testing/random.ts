/** Flows and events by lot, from a seed. */
import type { Branch, FlowBody, FlowNode } from "../flow.ts";
import { configOf } from "../compile.ts";
import { nodeTypeList } from "../nodes/index.ts";
import type { FlowEvent, FlowState } from "../session.ts";
import { draw } from "../values.ts";
import { body, node, say } from "./build.ts";

export class Lot {
  #seed: number;
  constructor(seed: number) {
    this.#seed = seed;
  }
  /** 0 to below `most`. */
  below(most: number): number {
    const { at, seed } = draw(this.#seed);
    this.#seed = seed;
    return Math.floor(at * most);
  }
  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
}

const vars = ["a", "b", "card", "caller", "gone"];
const configs: Readonly<Record<string, (lot: Lot, ids: readonly string[]) => Readonly<Record<string, unknown>>>> = {
  start: (lot) => ({ recording: lot.below(4) > 0, interfaceSeconds: lot.of([0, 1, 9]) }),
  condition: (lot) => ({
    rules: [
      { id: "r1", rows: [{ variable: lot.of(vars), operator: lot.of(["eq", "gt", "empty", "contains"]), value: "1" }] },
      { id: "r2", expression: "x" },
    ],
  }),
  keyCollect: (lot) => ({
    vName: lot.of([...vars, "card"]),
    min: 2,
    max: 3,
    confirm: lot.below(2) === 0,
    bargeIn: lot.below(2) === 0,
  }),
  end: (lot) => ({ result: lot.of(["", "good", "constructor"]) }),
  jump: (lot, ids) => {
    const to = lot.of(["node", "subProcess", "flow"]);
    return {
      to,
      targetId: to === "node" ? lot.of(ids) : to === "flow" ? "f2" : lot.of(["main", "sub", "none"]),
      results: ["good"],
    };
  },
  callSeat: (lot) => ({ who: lot.of(["fixed", "variable", "last"]), seatId: "s1", vName: "a" }),
  keyNav: (lot) => ({ keys: ["1", "2"], repeatKey: "9", backKey: "*", bargeIn: lot.below(2) === 0 }),
  callExtension: (lot) => ({ number: lot.of(["8001", "${a}"]) }),
  callOutside: (lot) => ({ number: lot.of(["13800000000", "${gone}"]) }),
  skillGroup: () => ({ targetId: "g", leaveKey: "0" }),
  play: (lot) => ({ times: 1 + lot.below(2), bargeIn: lot.below(2) === 0 }),
  continuePlay: (lot) => ({ from: lot.of(["cut", "beginning"]) }),
  variable: (lot) => ({
    assign: [{ vName: lot.of(vars), from: lot.of(["text", "expression", "field"]), value: "${card}1" }],
  }),
  loop: (lot) => ({ limit: 1 + lot.below(3), vName: "a" }),
  timeRoute: () => ({ rules: [{ id: "day" }] }),
  areaRoute: () => ({ branches: [{ id: "east", provinces: ["浙江"] }] }),
  ivrRoute: (lot) => ({ value: lot.of(["${a}", "${caller}"]), rows: [{ value: "1", flowId: "f2" }] }),
  voiceMessage: () => ({ toId: "g" }),
  exception: (lot) => ({
    classes: ["interface", "media", "transfer", "expression", "loop", ...(lot.below(2) ? ["hungUp"] : [])],
  }),
  speech: (lot) => ({
    bargeInMs: lot.of([0, 300]),
    resume: lot.below(2) === 0,
    branches: [
      { id: "x", name: "甲", key: "1" },
      { id: "y", name: "乙", priority: 2 },
    ],
    disambiguation: lot.below(2) === 0,
    slots: [{ vName: "b", type: "number" }],
  }),
  sendSms: () => ({ templateId: "t", values: [{ name: "n", value: "${card}" }] }),
  knowledge: (lot) => ({
    by: lot.of(["sentence", "question", "class"]),
    questionId: "k",
    classId: "c",
    followUp: lot.of(["", "还有吗"]),
  }),
  satisfaction: (lot) => ({
    secondText: lot.of(["", "为什么"]),
    reasons: [{ key: "1", name: "慢" }],
    mailText: lot.of(["", "请留言"]),
    mailGroupId: "g",
  }),
  interface: (lot) => ({ interfaceId: "i", music: lot.of(["", "v"]), reply: [{ path: "p", vName: "b" }] }),
};

function canvas(lot: Lot, prefix: string): readonly FlowNode[] {
  const count = 3 + lot.below(10);
  const ids = Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const types = nodeTypeList.filter(({ type }) => type !== "start").map(({ type }) => type);
  return ids.map((id, at) => {
    const type = at === 0 ? "start" : at === 1 && lot.below(3) === 0 ? "keyCollect" : lot.of(types);
    const config = configs[type]?.(lot, ids) ?? {};
    const exits = nodeTypeList.find((each) => each.type === type)!.exits(configOf({ nodeType: type, config }));
    const made = node(id, type, {
      config,
      says: lot.below(4) ? [say(`话${id}\${${lot.of([...vars, "card", "card"])}}`)] : [],
      sensitive: lot.below(type === "keyCollect" ? 2 : 5) === 0,
    });
    const wired = exits.filter(() => lot.below(15) > 0).map(({ id: exit }) => [exit, lot.of(ids)] as const);
    const branch: readonly Branch[] = wired.map(([exit, nodeId]) => ({
      id: exit,
      nodeName: exit,
      nodeId,
      dictionariesId: exit === "x" || exit === "y" ? `i-${exit}` : "",
    }));
    return {
      ...made,
      branch: branch.filter((each) => each.id !== "next"),
      nextNodeId: at === 0 ? ids[1]! : (wired.find(([exit]) => exit === "next")?.[1] ?? ""),
    };
  });
}

export const randomFlow = (lot: Lot): FlowBody =>
  body(canvas(lot, "m"), {
    subs: { sub: canvas(lot, "s") },
    qaNodes: lot.below(2) ? [{ subProcessId: "sub", dictionariesId: "i-q" }] : [],
  });

const answers = [
  { ok: true, status: 200, values: { b: 3, foreign: "x" }, ms: 400 },
  { ok: false, class: "timeout", ms: 5_000 },
  { id: "day", contained: true, agentId: "a1", extension: "8001", province: "浙江", city: "杭州" },
  { intentId: "i-x", score: 0.8, secondId: "i-y", secondScore: 0.79, slots: { b: "二" } },
  { intentId: "i-q", score: 0.9 },
  { found: true, says: [{ text: "九点" }, { voiceId: "v" }] },
  { says: 5, slots: null, values: [], intentId: 7 },
  {},
];

/** Answers what is open, or something that is not any more, or comes from nowhere. */
export function randomEvent(lot: Lot, state: FlowState): FlowEvent {
  const open = Object.entries(state.open);
  if (open.length === 0 || lot.below(5) === 0) return stray(lot, state);
  const [id, kind] = lot.of(open);
  if (lot.below(60) === 0)
    return { type: "askFailed", id, class: lot.of(["interface", "media", "noRobot"] as const), ms: lot.below(3_000) };
  switch (kind) {
    case "play":
      return { type: "playDone", id, reason: lot.of(["finished", "finished", "cut"] as const), at: lot.below(3) };
    case "timer":
      return lot.below(2) ? { type: "timer", id } : { type: "digit", digit: lot.of("1120".split("")) };
    case "listen":
      return lot.of<FlowEvent>([
        { type: "heard", id, text: lot.of(["账单", "", "嗯"]), confidence: 0.5 },
        { type: "speechStarted", id },
        { type: "nothingHeard", id, why: lot.of(["silence", "failed"] as const) },
      ]);
    case "ask":
      return { type: "answered", id, answer: lot.of(answers) };
    case "load":
      return { type: "loaded", id, found: lot.below(2) === 0 };
    case "transfer":
      return {
        type: "transferEnded",
        id,
        result: lot.of(["noAnswer", "busy", "absent", "failed", "ended", "timeout", "key"] as const),
      };
    default:
      return { type: "recorded", id, ms: lot.below(10_000) };
  }
}

function stray(lot: Lot, state: FlowState): FlowEvent {
  const id = `e${lot.below(state.made + 3)}`;
  return lot.of<FlowEvent>([
    { type: "digit", digit: lot.of("1129*#0".split("")) },
    { type: "digit", digit: lot.of("1129*#0".split("")) },
    { type: "playDone", id, reason: "cut", at: 1 },
    { type: "timer", id },
    { type: "askFailed", id, class: "interface" },
    { type: "answered", id, answer: lot.of(answers) },
    { type: "heard", id, text: "喂", confidence: 1 },
    { type: "begin", vars: {} },
    ...(lot.below(12) === 0 ? [{ type: "hungUp" } as const] : []),
  ]);
}
