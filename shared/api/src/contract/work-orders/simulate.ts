/** A flow tried out on values: the machine walks it with a stand-in for every handler, so that the answer is what an order would do. */
import { orderCommands } from "./codes.ts";
import { handlerKinds, type FlowDefinition, type HandlerRule, type Judge, type OrderValues } from "./flow.ts";
import {
  applyToOrder,
  createOrder,
  type Actor,
  type Around,
  type Order,
  type OrderInput,
  type People,
} from "./machine/index.ts";
import { compileFlow } from "./route.ts";

/** What the handler of the next step does; approving when none is left. */
export type Decision = "approve" | "returnPrevious" | "returnCreator" | "complete";

export interface SimulatedStep {
  readonly nodeId: string;
  readonly name: string;
  /** 坐席组, 创建人 … */
  readonly handler: string;
  /** What was done there, as the button is called. */
  readonly did: string;
  readonly to: string;
}
export interface Simulation {
  readonly steps: readonly SimulatedStep[];
  /** Reached its end. */
  readonly done: boolean;
  /** Why not, in words. */
  readonly text?: string;
}

const most = 200;
const creator = "creator";
const standIn = "handler";

/** Everybody a rule names is one and the same person. */
const people: People = {
  members: () => [{ id: standIn, online: true, load: 0, givenAt: 0 }],
  exists: () => true,
  delegateOf: () => undefined,
};

const handlerText = (rule: HandlerRule | undefined): string => (rule ? handlerKinds[rule.by] : "");

/** What happens next, and who does it. */
function next(order: Order, decisions: Decision[]): { readonly input: OrderInput; readonly actor: Actor } | undefined {
  const { phase } = order;
  const by = (id: string): Actor => ({ id, supervises: false });
  if (phase.kind === "draft") return { input: { type: "submit" }, actor: by(creator) };
  if (phase.kind === "pooled") return { input: { type: "claim" }, actor: by(standIn) };
  const decided = () => ({ type: decisions.shift() ?? "approve" });
  if (phase.kind === "handling") return { input: decided(), actor: by(phase.holder) };
  if (phase.kind === "signing") return { input: decided(), actor: by(phase.parties[0] ?? standIn) };
  const open = order.subOrders.find(({ done }) => !done);
  if (phase.kind === "waiting")
    return {
      input: open ? { type: "endSubOrder", id: open.id } : { type: "addSubOrder", id: order.nodeId },
      actor: by(""),
    };
  return undefined;
}

export function simulateFlow(
  definition: FlowDefinition,
  values: OrderValues,
  decisions: readonly Decision[],
  judge: Judge,
): Simulation {
  const flow = compileFlow(definition);
  const field = Object.fromEntries(
    definition.nodes.flatMap((n) => ("handler" in n && n.handler?.by === "field" ? [[n.handler.field, standIn]] : [])),
  );
  const around: Around = { flow, values: { ...field, ...values }, people, judge, now: 0 };
  const left = [...decisions];
  const steps: SimulatedStep[] = [];
  const first = createOrder({ id: "", creator, priority: 3 }, around);
  if (!first.ok) return { steps, done: false, text: first.text };
  let { order } = first;
  for (let i = 0; i < most; i += 1) {
    if (order.phase.kind === "done") return { steps, done: true };
    const step = next(order, left);
    if (!step) break;
    const node = flow.nodes.get(order.nodeId);
    const outcome = applyToOrder(order, step.input, step.actor, around);
    if (!outcome.ok) return { steps, done: false, text: outcome.text };
    ({ order } = outcome);
    const { type } = step.input;
    if (!(type in orderCommands) || type === "claim") continue;
    steps.push({
      nodeId: node?.id ?? "",
      name: node?.name ?? "",
      handler: node && "handler" in node ? handlerText(node.handler) : handlerKinds.creator,
      did: orderCommands[type as keyof typeof orderCommands],
      to: flow.nodes.get(order.nodeId)?.name ?? "",
    });
  }
  return { steps, done: false, text: `走了${most}步仍未结束` };
}
