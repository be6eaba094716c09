/** The same call of ten nodes and nine events by our engine and by an actor of xstate's, each with what has to survive a kill. */
import { begun, compile, noTools, step, type FlowBody, type FlowEvent, type FlowNode } from "@liantai/api/flows";
import { assign, createActor, setup } from "xstate";

type Made = Partial<Pick<FlowNode, "config" | "nextNodeId" | "branch">> & { readonly says?: string };

export const node = (nodeId: string, nodeType: string, { says, ...own }: Made = {}): FlowNode => ({
  nodeId,
  nodeName: nodeId,
  nodeType,
  nextNodeId: "",
  x: 0,
  y: 0,
  size: { width: 180, height: 64 },
  branch: [],
  talkings:
    says === undefined
      ? []
      : [{ talkKey: nodeId, playType: "tts", variable: [], text: says, audios: [], tts: "", skills: {} }],
  flowId: "f",
  sensitive: false,
  remark: "",
  config: {},
  ...own,
});

const to = (id: string, nodeId: string, dictionariesId = "") => ({ id, nodeName: id, nodeId, dictionariesId });

export const bodyOf = (nodes: readonly FlowNode[]): FlowBody => ({
  nodes: [
    {
      subProcess: {
        subProcessId: "main",
        subProcessName: "主流程",
        classification: 1,
        flow: { nodes, edges: [], groups: [] },
      },
    },
  ],
  qaNodes: [],
  globals: { unknown: { talkings: [], limit: 3 }, timeout: { talkings: [], limit: 3 } },
  collectVariable: [],
  removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
  variableFormConf: {},
  variableForm: "",
});

export const programOf = (body: FlowBody) => compile({ flowId: "f", versionId: "v", flowType: 1, body, voice: null });

export const tenNodes = bodyOf([
  node("start", "start", { nextNodeId: "greet" }),
  node("greet", "play", { says: "您好，这里是客服中心", nextNodeId: "menu" }),
  node("menu", "keyNav", { says: "查询请按1，人工请按2", branch: [to("key-1", "vip"), to("key-2", "bye")] }),
  node("vip", "condition", {
    config: { rules: [{ id: "yes", rows: [{ variable: "level", operator: "eq", value: "1" }] }] },
    branch: [to("yes", "mark"), to("else", "bye")],
  }),
  node("mark", "variable", { config: { assign: [{ vName: "kind", value: "vip-${caller}" }] }, nextNodeId: "ask" }),
  node("ask", "speech", {
    says: "请问要办什么",
    config: { branches: [{ id: "bill", name: "查账单" }] },
    branch: [to("bill", "fetch", "i1")],
  }),
  node("fetch", "interface", {
    config: { interfaceId: "i", reply: [{ path: "sum", vName: "sum" }] },
    branch: [to("ok", "tell")],
  }),
  node("tell", "play", { says: "您的账单是${sum}元", nextNodeId: "rate" }),
  node("rate", "satisfaction", { says: "请评价", branch: [to("rated", "bye")] }),
  node("bye", "hangup", { says: "再见" }),
]);

const program = programOf(tenNodes);

/** What comes, with the id of what it answers. */
function events(): readonly ((id: (kind: string) => string) => FlowEvent)[] {
  return [
    () => ({ type: "begin", vars: { caller: "13800000000", level: "1" } }),
    (id) => ({ type: "playDone", id: id("play"), reason: "finished" }),
    () => ({ type: "digit", digit: "1" }),
    (id) => ({ type: "heard", id: id("listen"), text: "查账单", confidence: 0.9 }),
    (id) => ({ type: "answered", id: id("ask"), answer: { intentId: "i1", score: 0.9 } }),
    (id) => ({ type: "answered", id: id("ask"), answer: { ok: true, values: { sum: 12 } } }),
    (id) => ({ type: "playDone", id: id("play"), reason: "finished" }),
    () => ({ type: "digit", digit: "1" }),
    (id) => ({ type: "playDone", id: id("play"), reason: "finished" }),
  ];
}
const doings = events();

/** Each event is a line of the log, whose fold is the state; with `notes` the track stands in it, too. Returns the log's characters. */
export function ourWalk(seed: number, log: "none" | "events" | "notes"): number {
  let state = begun(program, seed);
  let size = 0;
  const id = (kind: string) => Object.entries(state.open).find(([, each]) => each === kind)![0];
  for (const doing of doings) {
    const event = doing(id);
    const next = step(program, state, event, noTools);
    state = next.state;
    if (log === "none") continue;
    if (log === "events") {
      size += JSON.stringify(event).length;
      continue;
    }
    const notes = next.effects.flatMap((effect) => (effect.do === "note" ? [effect.note] : []));
    size += JSON.stringify({ event, notes }).length;
  }
  if (!state.over) throw new Error(`our walk stops at ${state.frames.at(-1)?.node}`);
  return size;
}

type TheirEvent =
  | { readonly type: "playDone" }
  | { readonly type: "digit"; readonly digit: string }
  | { readonly type: "heard"; readonly text: string }
  | { readonly type: "answered"; readonly intentId?: string; readonly sum?: number };

const machine = setup({
  types: {
    context: {} as {
      caller: string;
      level: string;
      kind: string;
      text: string;
      sum: number;
      score: string;
      said: string[];
    },
    events: {} as TheirEvent,
  },
}).createMachine({
  initial: "start",
  context: { caller: "13800000000", level: "1", kind: "", text: "", sum: 0, score: "", said: [] },
  states: {
    start: { always: "greet" },
    greet: {
      entry: assign({ said: ({ context }) => [...context.said, "您好，这里是客服中心"] }),
      on: { playDone: "menu" },
    },
    menu: {
      entry: assign({ said: ({ context }) => [...context.said, "查询请按1，人工请按2"] }),
      on: { digit: [{ guard: ({ event }) => event.digit === "1", target: "vip" }, { target: "bye" }] },
    },
    vip: { always: [{ guard: ({ context }) => context.level === "1", target: "mark" }, { target: "bye" }] },
    mark: { entry: assign({ kind: ({ context }) => `vip-${context.caller}` }), always: "ask" },
    ask: {
      entry: assign({ said: ({ context }) => [...context.said, "请问要办什么"] }),
      on: { heard: { actions: assign({ text: ({ event }) => event.text }) }, answered: "fetch" },
    },
    fetch: { on: { answered: { target: "tell", actions: assign({ sum: ({ event }) => event.sum ?? 0 }) } } },
    tell: {
      entry: assign({ said: ({ context }) => [...context.said, `您的账单是${context.sum}元`] }),
      on: { playDone: "rate" },
    },
    rate: {
      entry: assign({ said: ({ context }) => [...context.said, "请评价"] }),
      on: { digit: { target: "bye", actions: assign({ score: ({ event }) => event.digit }) } },
    },
    bye: { entry: assign({ said: ({ context }) => [...context.said, "再见"] }), on: { playDone: "over" } },
    over: { type: "final" },
  },
});

const theirs: readonly TheirEvent[] = [
  { type: "playDone" },
  { type: "digit", digit: "1" },
  { type: "heard", text: "查账单" },
  { type: "answered", intentId: "i1" },
  { type: "answered", sum: 12 },
  { type: "playDone" },
  { type: "digit", digit: "1" },
  { type: "playDone" },
];

/** The persisted snapshot after each event; returns its characters. */
export function theirWalk(): number {
  const actor = createActor(machine).start();
  let size = JSON.stringify(actor.getPersistedSnapshot()).length;
  for (const event of theirs) {
    actor.send(event);
    size += JSON.stringify(actor.getPersistedSnapshot()).length;
  }
  if (actor.getSnapshot().status !== "done") throw new Error("xstate's walk does not end");
  return size;
}
