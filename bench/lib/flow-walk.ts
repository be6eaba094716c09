/** The same call of ten nodes and nine events by our engine and by an actor of xstate's, each with what has to survive a kill. */
import {
  begun,
  compile,
  noTools,
  step,
  type FlowBody,
  type FlowEvent,
  type FlowNode,
  type FlowState,
  type FlowStep,
} from "@liantai/api/flows";
import { assign, createActor, setup, type Snapshot } from "xstate";

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
/** So many events until the interface was asked. */
const waitingAt = 5;

/** What comes; of what answers something, whose id: the one of this kind that is open then. */
const doings: readonly FlowEvent[] = [
  { type: "begin", vars: { caller: "13800000000", level: "1" } },
  { type: "playDone", id: "play", reason: "finished" },
  { type: "digit", digit: "1" },
  { type: "heard", id: "listen", text: "查账单", confidence: 0.9 },
  { type: "answered", id: "ask", answer: { intentId: "i1", score: 0.9 } },
  { type: "answered", id: "ask", answer: { ok: true, values: { sum: 12 } } },
  { type: "playDone", id: "play", reason: "finished" },
  { type: "digit", digit: "1" },
  { type: "playDone", id: "play", reason: "finished" },
];

/** With the ids of effects as the world had them from the effects: they are the same in every walk. */
function answering(): readonly FlowEvent[] {
  let state = begun(program, 1);
  return doings.map((doing) => {
    const open = Object.entries(state.open);
    const event = "id" in doing ? { ...doing, id: open.find(([, kind]) => kind === doing.id)![0] } : doing;
    state = step(program, state, event, noTools).state;
    return event;
  });
}
const events = answering();

/**
 * What is written a step. none: nothing. events: the event, a line of the log whose fold from the first line's seed and version is the
 * state. notes: with the track, too. state: the whole state.
 */
export type Kept = "none" | "events" | "notes" | "state";

const firstLine = (seed: number): string => JSON.stringify({ versionId: program.versionId, seed });

function lineOf(kept: Kept, event: FlowEvent, { state, effects }: FlowStep): string {
  if (kept === "events") return JSON.stringify(event);
  if (kept === "state") return JSON.stringify(state);
  const notes = effects.flatMap((effect) => (effect.do === "note" ? [effect.note] : []));
  return JSON.stringify({ event, notes });
}

/** Returns the characters that were written. */
export function ourWalk(seed: number, kept: Kept): number {
  let state = begun(program, seed);
  let size = kept === "none" ? 0 : firstLine(seed).length;
  for (const event of events) {
    const next = step(program, state, event, noTools);
    state = next.state;
    if (kept !== "none") size += lineOf(kept, event, next).length;
  }
  if (!state.over) throw new Error(`our walk stops at ${state.frames.at(-1)?.node}`);
  return size;
}

/** Killed after each event and gone on with from what was written, as text, a call comes to the same end. */
export function ourKills(): void {
  const wanted = JSON.stringify(
    events.reduce((state, event) => step(program, state, event, noTools).state, begun(program, 7)),
  );
  for (let at = 1; at < events.length; at++) {
    const { seed } = JSON.parse(firstLine(7)) as { readonly seed: number };
    const log = events.slice(0, at).map((event) => JSON.stringify(event));
    const read = log.map((line) => JSON.parse(line) as FlowEvent);
    const state = [...read, ...events.slice(at)].reduce(
      (each, event) => step(program, each, event, noTools).state,
      begun(program, seed),
    );
    if (JSON.stringify(state) !== wanted) throw new Error(`killed after event ${at} a call ends otherwise`);
  }
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

/** What is written after each event: its persisted snapshot, or the event; returns the characters. */
export function theirWalk(kept: "snapshot" | "events" | "none"): number {
  const actor = createActor(machine).start();
  const snapshot = () => JSON.stringify(actor.getPersistedSnapshot()).length;
  let size = kept === "snapshot" ? snapshot() : 0;
  for (const event of theirs) {
    actor.send(event);
    if (kept === "snapshot") size += snapshot();
    else if (kept === "events") size += JSON.stringify(event).length;
  }
  if (actor.getSnapshot().status !== "done") throw new Error("xstate's walk does not end");
  return size;
}

/** The same as `ourKills`, from the snapshots. */
export function theirKills(): void {
  for (let at = 0; at < theirs.length; at++) {
    const before = createActor(machine).start();
    for (const event of theirs.slice(0, at)) before.send(event);
    const snapshot = JSON.parse(JSON.stringify(before.getPersistedSnapshot())) as Snapshot<unknown>;
    const actor = createActor(machine, { snapshot }).start();
    for (const event of theirs.slice(at)) actor.send(event);
    if (actor.getSnapshot().status !== "done") throw new Error(`killed after event ${at} xstate's walk does not end`);
  }
}

/** So many calls that wait for the interface, each with what it keeps in memory. */
export const ourWaiting = (count: number): readonly FlowState[] =>
  Array.from({ length: count }, (_, seed) =>
    events
      .slice(0, waitingAt)
      .reduce((state, event) => step(program, state, event, noTools).state, begun(program, seed)),
  );
export const theirWaiting = (count: number): readonly unknown[] =>
  Array.from({ length: count }, () => {
    const actor = createActor(machine).start();
    for (const event of theirs.slice(0, waitingAt - 1)) actor.send(event);
    return actor;
  });
