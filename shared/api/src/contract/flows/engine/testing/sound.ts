/** A flow that nothing is wrong with, and what there is around it: tests of the validator plant their faults in it. */
import type { FlowBody, FlowNode } from "../flow.ts";
import type { Finding, Surroundings } from "../validate/index.ts";
import { body, node, say } from "./build.ts";

const known = { name: "有", enabled: true };
export const around: Surroundings = {
  existing: {
    skillGroup: { g: known },
    interface: { i: known, off: { name: "旧接口", enabled: false } },
    timeRule: { day: known },
    smsTemplate: { t: known },
    flow: { f2: known },
    form: { fm: known },
  },
  voices: { v1: { name: "欢迎", converted: true }, v2: { name: "新录音", converted: false } },
  intents: {
    bill: { name: "查账单", samples: ["查一下账单", "帮我看看"], rules: 1 },
    man: { name: "转人工", samples: ["转人工"], rules: 0 },
    same: { name: "看看", samples: ["帮我看看"], rules: 0 },
    empty: { name: "空的", samples: [], rules: 0 },
  },
  engines: { speaks: true, listens: "any" },
  inUse: [],
  expressionError: (text, names) => (text.includes("bad") ? "不完整" : names.includes("sum") ? undefined : "没有 sum"),
  expressionNames: (text) => text.replaceAll(/"[^"]*"/g, "").match(/[a-z]\w*(\.\w+)*/gi) ?? [],
  expressionFails: (text) => /[+(]/.test(text),
  patternError: (text) => (text.includes("(?=") ? "不支持前瞻" : undefined),
};

export const declared = (vName: string, value = "") => ({ vName, vAlias: vName, type: "text", value }) as const;

/** Asks, calls an interface, counts, goes through a sub-process, takes questions: nothing is wrong with it. */
export const nodes: readonly FlowNode[] = [
  node("s", "start", { to: { next: "t" } }),
  node("t", "timeRoute", { config: { rules: [{ id: "day", name: "白天" }] }, to: { day: "q", else: "x" } }),
  node("q", "speech", {
    says: [say("要办什么", { playType: "audio", audios: ["v1"] })],
    config: {
      branches: [
        { id: "bill", name: "查账单" },
        { id: "man", name: "转人工" },
      ],
    },
    to: { bill: "k", man: "g" },
    intents: { bill: "bill", man: "man" },
  }),
  node("k", "keyCollect", { says: ["请输入卡号"], config: { vName: "card" }, to: { collected: "i" } }),
  node("i", "interface", {
    config: {
      interfaceId: "i",
      request: [{ name: "card", value: "${card}" }],
      reply: [{ path: "sum", vName: "sum" }],
    },
    to: { ok: "j", failed: "l" },
  }),
  node("l", "loop", { config: { limit: 2 }, to: { again: "i", over: "g" } }),
  node("j", "jump", { config: { targetId: "sub", results: ["good"] }, to: { next: "x", good: "p" } }),
  node("p", "play", { says: ["${hello}，您有${sum}元，折扣${off}"], to: { next: "x" } }),
  node("g", "skillGroup", { config: { targetId: "g", data: ["caller", "customer.name"] }, to: { absent: "x" } }),
  node("e", "exception", { to: { next: "x" } }),
  node("x", "hangup", { says: ["再见${hello}"] }),
];
export const sub = [
  node("ss", "start", { to: { next: "sv" } }),
  node("sv", "variable", {
    config: { assign: [{ vName: "off", from: "expression", value: "sum" }] },
    to: { next: "se" },
  }),
  node("se", "end", { config: { result: "good" } }),
];
export const sound = (
  change: (all: readonly FlowNode[]) => readonly FlowNode[] = (all) => all,
  more: Partial<FlowBody> = {},
) =>
  body(change(nodes), {
    subs: { sub },
    collectVariable: [declared("card"), declared("sum"), declared("off"), declared("hello", "您好")],
    variableForm: "fm",
    variableFormConf: { sum: "金额" },
    ...more,
  });

/** One node otherwise. */
export const with_ = (id: string, change: (own: FlowNode) => Partial<FlowNode>) => (all: readonly FlowNode[]) =>
  all.map((each) => (each.nodeId === id ? { ...each, ...change(each) } : each));
export const config = (id: string, patch: Readonly<Record<string, unknown>>) =>
  with_(id, (own) => ({ config: { ...own.config, ...patch } }));
export const and =
  (...more: readonly FlowNode[]) =>
  (all: readonly FlowNode[]) => [...all, ...more];

export const errors = (found: readonly Finding[]) => found.filter(({ severity }) => severity === "error");
