/** The same seven steps of a work order by our machine and by xstate's: who may, where it goes, what is written to its history. */
import {
  applyToOrder,
  compileFlow,
  createOrder,
  nodeActions,
  type Around,
  type FlowDefinition,
  type NodeAction,
  type OrderInput,
} from "@liantai/api/contract/work-orders";
import { assign, initialTransition, setup, transition } from "xstate";

const actions = Object.keys(nodeActions) as NodeAction[];
const place = { x: 0, y: 0 };
const flow: FlowDefinition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    { kind: "task", id: "accept", name: "受理", ...place, actions, handler: { by: "group", groupId: "g" } },
    { kind: "gateway", id: "which", name: "条件", ...place },
    { kind: "task", id: "work", name: "处理", ...place, actions, handler: { by: "seat", agentIds: ["1003"] } },
    {
      kind: "countersign",
      id: "sign",
      name: "会签",
      ...place,
      actions,
      mode: "all",
      handler: { by: "seat", agentIds: ["1004"] },
    },
    { kind: "task", id: "review", name: "回访", ...place, actions, handler: { by: "creator" } },
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: [
    { id: "1", from: "start", to: "accept" },
    { id: "2", from: "accept", to: "which" },
    { id: "3", from: "which", to: "sign", when: { field: "level", op: "eq", value: "urgent" } },
    { id: "4", from: "which", to: "work", otherwise: true },
    { id: "5", from: "work", to: "sign" },
    { id: "6", from: "sign", to: "review" },
    { id: "7", from: "review", to: "end" },
  ],
};

const steps: readonly (readonly [by: string, type: "submit" | "claim" | "approve" | "open"])[] = [
  ["1000", "submit"],
  ["1001", "claim"],
  ["1001", "approve"],
  ["1003", "open"],
  ["1003", "approve"],
  ["1004", "approve"],
  ["1000", "approve"],
];

const around: Around = {
  flow: compileFlow(flow),
  values: { level: "normal" },
  judge: (when, values) => "field" in when && values[when.field] === when.value,
  now: 1_763_600_000_000,
  people: {
    members: (rule) =>
      (rule.by === "seat" ? rule.agentIds : ["1001", "1002"]).map((id) => ({ id, online: true, load: 0, givenAt: 0 })),
    exists: () => true,
    delegateOf: () => undefined,
  },
};

/** How many entries its history has in the end. Throws when a step is refused or the end is not reached. */
export function ourWalk(): number {
  const made = createOrder({ id: "o1", creator: "1000", priority: 3 }, around);
  if (!made.ok) throw new Error(made.text);
  let { order } = made;
  let written = made.events.length;
  for (const [by, type] of steps) {
    const input: OrderInput = { type };
    const outcome = applyToOrder(order, input, { id: by, supervises: false }, around);
    if (!outcome.ok) throw new Error(outcome.text);
    ({ order } = outcome);
    written += outcome.events.length;
  }
  if (order.phase.kind !== "done") throw new Error("our walk did not end");
  return written;
}

interface Context {
  readonly creator: string;
  readonly holder: string;
  readonly opened: boolean;
  readonly level: string;
  readonly votes: Readonly<Record<string, boolean>>;
  readonly trail: readonly { readonly nodeId: string; readonly by: string }[];
  readonly history: readonly {
    readonly seq: number;
    readonly type: string;
    readonly by: string;
    readonly at: number;
  }[];
}
type Said = { readonly type: (typeof steps)[number][1]; readonly by: string };

const machine = setup({
  types: { context: {} as Context, events: {} as Said },
  guards: {
    creates: ({ context, event }) => event.by === context.creator,
    holds: ({ context, event }) => event.by === context.holder,
    urgent: ({ context, event }) => event.by === context.holder && context.level === "urgent",
    offered: ({ event }) => ["1001", "1002"].includes(event.by),
    signs: ({ context, event }) => event.by === "1004" && !(event.by in context.votes),
  },
  actions: {
    write: assign(({ context, event }) => ({
      history: [
        ...context.history,
        { seq: context.history.length + 1, type: event.type, by: event.by, at: around.now },
      ],
    })),
    pass: assign(({ context, event }) => ({ trail: [...context.trail, { nodeId: event.type, by: event.by }] })),
    take: assign(({ event }) => ({ holder: event.by, opened: true })),
    look: assign({ opened: true }),
    vote: assign(({ context, event }) => ({ votes: { ...context.votes, [event.by]: true } })),
    giveWork: assign({ holder: "1003", opened: false }),
    giveBack: assign(({ context }) => ({ holder: context.creator, opened: false })),
  },
}).createMachine({
  initial: "draft",
  context: { creator: "1000", holder: "", opened: false, level: "normal", votes: {}, trail: [], history: [] },
  states: {
    draft: { on: { submit: { guard: "creates", target: "pooled", actions: ["pass", "write"] } } },
    pooled: { on: { claim: { guard: "offered", target: "accept", actions: ["take", "write"] } } },
    accept: {
      on: {
        approve: [
          { guard: "urgent", target: "sign", actions: ["pass", "write"] },
          { guard: "holds", target: "work", actions: ["pass", "write", "giveWork"] },
        ],
      },
    },
    work: {
      on: {
        open: { guard: "holds", actions: ["look", "write"] },
        approve: { guard: "holds", target: "sign", actions: ["pass", "write"] },
      },
    },
    sign: { on: { approve: { guard: "signs", target: "review", actions: ["vote", "write", "pass", "giveBack"] } } },
    review: { on: { approve: { guard: "holds", target: "done", actions: ["pass", "write"] } } },
    done: { type: "final" },
  },
});

/** The same by xstate's pure functions. */
export function theirWalk(): number {
  let [state] = initialTransition(machine);
  for (const [by, type] of steps) [state] = transition(machine, state, { type, by });
  if (!state.matches("done")) throw new Error("xstate's walk did not end");
  return state.context.history.length;
}
