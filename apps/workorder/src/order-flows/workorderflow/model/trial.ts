/** A flow tried out: the way an order with these values would take, step by step, as the machine itself walks it. Pure. */
import type { EdgeCondition, FlowDefinition, NodeAction } from "@liantai/api/contract/workorder";
import {
  compileFlow,
  judgeAt,
  simulateFlow,
  wayFrom,
  type Decision,
  type Judge,
  type OrderValues,
  type SimulatedStep,
} from "@liantai/api/contract/work-orders";
import type { FormField } from "@liantai/api/forms";

export const decisionWords: Readonly<Record<Decision, string>> = {
  approve: "通过",
  returnPrevious: "退回上一步",
  returnCreator: "退回创建人",
  complete: "办结",
};

export interface TrialStep extends SimulatedStep {
  /** Which of the decisions it was; absent: the creator's submission. */
  readonly decision?: number;
  /** What could be decided there. */
  readonly choices: readonly Decision[];
}

export interface Trial {
  readonly steps: readonly TrialStep[];
  readonly done: boolean;
  readonly text: string;
  /** Nodes and lines it came through, each with the numbers of its steps. */
  readonly walked: ReadonlyMap<string, readonly number[]>;
}

const isDecision = (action: NodeAction): action is Decision & NodeAction => action in decisionWords;

/** Fields that conditions ask; undefined: an expression may ask any. */
export function askedFields(flow: FlowDefinition): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const look = (when: EdgeCondition): boolean => {
    if ("all" in when) return when.all.every(look);
    if ("any" in when) return when.any.every(look);
    if ("not" in when) return look(when.not);
    if ("expression" in when) return false;
    names.add(when.field);
    return true;
  };
  return flow.edges.every(({ when }) => when === undefined || look(when)) ? names : undefined;
}

export function fieldsToAsk(flow: FlowDefinition, fields: readonly FormField[]): readonly FormField[] {
  const asked = askedFields(flow);
  return fields.filter(({ name, type }) => (asked ? asked.has(name) : type !== "uploads" && type !== "rows"));
}

/** Lines from a node to the next one where somebody has the order; sub-orders are taken for done. */
function onward(flow: FlowDefinition, from: string, values: OrderValues, judge: Judge) {
  const compiled = compileFlow(flow);
  const edges: string[] = [];
  const nodes: string[] = [];
  for (let at = from; nodes.length < flow.nodes.length;) {
    const way = wayFrom(compiled, at, values, judge);
    if (!way.ok) break;
    for (const edge of way.edges) {
      edges.push(edge.id);
      nodes.push(edge.to);
    }
    if (way.node.kind !== "subOrder") break;
    at = way.node.id;
  }
  return { edges, last: nodes.at(-1), between: nodes.slice(0, -1) };
}

export function tryOut(
  flow: FlowDefinition,
  values: OrderValues,
  given: readonly (Decision | undefined)[],
  now: number,
): Trial {
  const judge = judgeAt(now);
  const decisions = [...given];
  const choicesAt = (id: string | undefined): readonly Decision[] => {
    const node = flow.nodes.find((one) => one.id === id);
    return node && "actions" in node ? node.actions.filter(isDecision) : [];
  };
  for (;;) {
    const said = simulateFlow(
      flow,
      values,
      decisions.map((one) => one ?? "approve"),
      judge,
    );
    const walked = new Map<string, number[]>();
    const walk = (id: string, step: number) => walked.set(id, [...(walked.get(id) ?? []), step]);
    let count = 0;
    let standsAt: string | undefined;
    const steps = said.steps.map((step, at): TrialStep => {
      const submits = step.did === "提交";
      const decision = submits ? undefined : count++;
      walk(step.nodeId, at + 1);
      standsAt = undefined;
      if (submits || step.did === decisionWords.approve) {
        const { edges, between, last } = onward(flow, step.nodeId, values, judge);
        for (const id of [...edges, ...between]) walk(id, at + 1);
        standsAt = last;
        if (last !== undefined && flow.nodes.some(({ id, kind }) => id === last && kind === "end")) walk(last, at + 1);
      }
      return { ...step, ...(decision === undefined ? {} : { decision }), choices: choicesAt(step.nodeId) };
    });
    // Where nobody can agree, the order is ended by hand.
    const choices = choicesAt(standsAt);
    if (!said.done && decisions[count] === undefined && choices.includes("complete") && !choices.includes("approve")) {
      decisions[count] = "complete";
      continue;
    }
    return { steps, done: said.done, text: said.text ?? "", walked };
  }
}
