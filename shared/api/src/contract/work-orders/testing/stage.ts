/** A flow, people and an order that tests drive step by step. */
import {
  applyToOrder,
  createOrder,
  type Around,
  type Order,
  type OrderEvent,
  type OrderInput,
  type OrderOutcome,
} from "../machine/index.ts";
import {
  namedStates,
  nodeActions,
  type EdgeCondition,
  type FlowDefinition,
  type FlowNode,
  type Judge,
  type NodeAction,
  type OrderValues,
  type TaskNode,
} from "../flow.ts";
import { compileFlow } from "../route.ts";
import { codeOf, type OrderPhaseKind } from "../codes.ts";

export const everyAction = Object.keys(nodeActions) as readonly NodeAction[];

const place = { x: 0, y: 0 };
export const node = (kind: "start" | "end" | "gateway", id: string, name = id): FlowNode => ({
  kind,
  id,
  name,
  ...place,
});
export const task = (id: string, handler: TaskNode["handler"], more: Partial<TaskNode> = {}): FlowNode => ({
  kind: "task",
  id,
  name: id,
  ...place,
  actions: everyAction,
  ...(handler ? { handler } : {}),
  ...more,
});
export const edge = (from: string, to: string, when?: EdgeCondition) => ({
  id: `${from}-${to}`,
  from,
  to,
  ...(when ? { when } : {}),
});
export const otherwise = (from: string, to: string) => ({ ...edge(from, to), otherwise: true });
export const is = (field: string, value: string | number | boolean): EdgeCondition => ({ field, op: "eq", value });
/** The judge of these tests: a field equals. */
export const judge: Judge = (when, values) => "field" in when && values[when.field] === when.value;

/** 受理 by the group, 处理 by a seat, 会签 by three, and sub-orders; urgent orders skip to 会签. */
export const flow: FlowDefinition = {
  nodes: [
    node("start", "开始"),
    task("受理", { by: "group", groupId: "g1" }, { limit: { minutes: 120, warnMinutes: 30 } }),
    node("gateway", "条件"),
    task("处理", { by: "seat", agentIds: ["1003"] }, { claimMinutes: 10 }),
    {
      kind: "countersign",
      id: "会签",
      name: "会签",
      ...place,
      actions: everyAction,
      mode: "all",
      handler: { by: "seat", agentIds: ["1004", "1005", "1006"] },
    },
    { kind: "subOrder", id: "协办", name: "协办", ...place, formId: "f2", flowId: "w2", wait: "all" },
    task("回访", { by: "creator" }),
    node("end", "结束"),
  ],
  edges: [
    edge("开始", "受理"),
    edge("受理", "条件"),
    edge("条件", "会签", is("level", "urgent")),
    edge("条件", "协办", is("level", "joint")),
    otherwise("条件", "处理"),
    edge("处理", "会签"),
    edge("会签", "回访"),
    edge("协办", "回访"),
    edge("回访", "结束"),
  ],
  limit: { minutes: 480 },
  statuses: [
    ...namedStates.map((state) => ({ id: `named ${state}`, name: `叫${state}`, state })),
    { id: "waits", name: "等客户回复", state: "handling" as const },
  ],
};

export class Stage {
  order: Order;
  readonly history: OrderEvent[] = [];
  readonly effects: unknown[] = [];
  values: OrderValues = {};
  now = Date.parse("2026-11-20T09:00:00+08:00");
  readonly online = new Set(["1001", "1002", "1003"]);
  readonly gone = new Set<string>();
  readonly away = new Map<string, string>();
  readonly groups: Record<string, readonly string[]> = { g1: ["1001", "1002"] };
  readonly load = new Map<string, number>();
  readonly #definition: FlowDefinition;

  constructor(definition: FlowDefinition = flow) {
    this.#definition = definition;
    const made = createOrder({ id: "o1", creator: "1000", priority: 3 }, this.around());
    if (!made.ok) throw new Error(made.text);
    this.order = made.order;
    this.history.push(...made.events);
  }

  around(): Around {
    return {
      flow: compileFlow(this.#definition),
      values: this.values,
      judge,
      now: this.now,
      people: {
        members: (rule) => {
          const ids = rule.by === "seat" ? rule.agentIds : "groupId" in rule ? (this.groups[rule.groupId] ?? []) : [];
          return ids
            .filter((id) => !this.gone.has(id))
            .map((id) => ({
              id,
              online: this.online.has(id),
              load: this.load.get(id) ?? 0,
              givenAt: this.load.get(id) ?? 0,
            }));
        },
        exists: (id) => /^10\d\d$/.test(id) && !this.gone.has(id),
        delegateOf: (id) => this.away.get(id),
      },
    };
  }

  /** M is the monitor, '' the system. */
  try(by: string, input: OrderInput): OrderOutcome {
    return applyToOrder(this.order, input, { id: by === "M" ? "1099" : by, supervises: by === "M" }, this.around());
  }

  run(by: string, input: OrderInput | "save" | "submit" | "claim" | "approve" | "open" | "retrieve"): this {
    const outcome = this.try(by, typeof input === "string" ? { type: input } : input);
    if (!outcome.ok) throw new Error(`${by} ${JSON.stringify(input)}: ${outcome.text}`);
    this.order = outcome.order;
    this.history.push(...outcome.events);
    this.effects.push(...outcome.effects);
    return this;
  }

  refused(by: string, input: OrderInput): string {
    const outcome = this.try(by, input);
    return outcome.ok ? "" : outcome.text;
  }

  /** The numbers of the specification, in order. */
  get codes(): readonly number[] {
    return this.history.flatMap(({ type }) => codeOf(type) ?? []);
  }
}

/** In each phase: 受理 in the hands of 1001, 会签 with 1004 alone. */
export const inPhase: Readonly<Record<OrderPhaseKind, () => Stage>> = {
  draft: () => new Stage(),
  pooled: () => new Stage().run("1000", "submit"),
  handling: () => inPhase.pooled().run("1001", "claim"),
  signing: () => {
    const s = inPhase.handling();
    s.values = { level: "urgent" };
    s.gone.add("1005").add("1006");
    return s.run("1001", "approve");
  },
  waiting: () => {
    const s = inPhase.handling();
    s.values = { level: "joint" };
    return s.run("1001", "approve").run("", { type: "addSubOrder", id: "o2" });
  },
  suspended: () => inPhase.handling().run("1001", { type: "suspend" }),
  transferred: () => inPhase.handling().run("1001", { type: "transfer", to: "1002" }),
  done: () => inPhase.handling().run("M", { type: "urge", text: "急" }).run("1001", { type: "complete" }),
  deleted: () => inPhase.handling().run("M", { type: "remove" }),
};
