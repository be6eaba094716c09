/** From node to node: where it arrives, whose it is there, and the limits that begin. */
import type { CountersignNode, FlowNode, TaskNode } from "../flow.ts";
import { wayFrom } from "../route.ts";
import { refuse, type Draft } from "./draft.ts";
import type { Person } from "./types.ts";

const least = (people: readonly Person[], by: "load" | "givenAt"): Person | undefined =>
  people.reduce<Person | undefined>((best, one) => (!best || one[by] < best[by] ? one : best), undefined);

export function give(d: Draft, to: string, opened = false): void {
  const holder = d.standIn(to);
  d.enter({ kind: "handling", holder, opened });
  const node = d.node;
  if (!opened && node?.kind === "task" && node.claimMinutes) d.do({ do: "startClaim", minutes: node.claimMinutes });
}

export function pool(d: Draft): void {
  d.enter({ kind: "pooled" });
}

/** One of those online, when the rule gives and does not offer. Undefined: it is offered. */
function chosen(d: Draft, node: TaskNode): Person | undefined {
  const named = d.named(node.handler);
  const by = node.handler?.by;
  if (by === "leastLoaded" || by === "online") {
    const online = named.filter((one) => one.online);
    const one = least(online, by === "leastLoaded" ? "load" : "givenAt");
    if (!one) {
      d.log("nobodyOnline", { node: node.name });
      d.tell("nobodyOnline", ["monitors"]);
    }
    return one;
  }
  return named.length === 1 && by !== "group" && by !== "role" ? named[0] : undefined;
}

export function sign(d: Draft, people: readonly string[]): void {
  const parties = [...new Set(people.map((id) => d.standIn(id)))];
  if (parties.length === 0) return pool(d);
  d.enter({ kind: "signing", parties, votes: {} });
}

/** It stays at this node from now on. prefer: who had it here before. */
export function arrive(d: Draft, node: FlowNode, prefer?: string): void {
  for (const scope of ["node", "claim"] as const) d.do({ do: "stop", scope });
  d.change({ nodeId: node.id });
  if (node.kind === "end") return end(d);
  if (node.kind === "start") {
    // Nobody works on it until it is submitted again: the clock of the whole order stands.
    d.do({ do: "pause" });
    return d.enter({ kind: "draft", returned: true });
  }
  if (node.kind === "gateway") return go(d, node.id);
  if (node.kind === "subOrder") {
    d.change({ subOrders: d.order.subOrders.map((one) => ({ ...one, awaited: false })) });
    d.do({ do: "openSubOrder", nodeId: node.id, formId: node.formId, flowId: node.flowId });
    if (node.wait === "none") return go(d, node.id);
    d.do({ do: "pause" });
    return d.enter({ kind: "waiting", since: d.around.now });
  }
  if (node.limit) d.do({ do: "start", scope: "node", limit: node.limit });
  settle(d, node, prefer);
}

function settle(d: Draft, node: TaskNode | CountersignNode, prefer: string | undefined): void {
  if (node.kind === "countersign") {
    sign(
      d,
      d.named(node.handler).map(({ id }) => id),
    );
  } else {
    const to = prefer !== undefined && d.around.people.exists(prefer) ? prefer : chosen(d, node)?.id;
    if (to === undefined) pool(d);
    else give(d, to);
  }
}

/** On along the edge that fits. */
export function go(d: Draft, from: string): void {
  const way = wayFrom(d.around.flow, from, d.around.values, d.around.judge);
  if (!way.ok) return refuse("noWay", way.text);
  arrive(d, way.node);
}

export function end(d: Draft): void {
  for (const scope of ["node", "order", "claim"] as const) d.do({ do: "stop", scope });
  d.enter({ kind: "done" });
  d.do({ do: "tellParent" });
}

/** Told whoever has it now, or could. */
export function tellNew(d: Draft, event: Parameters<Draft["tell"]>[0]): void {
  const { kind } = d.order.phase;
  if (kind === "done") d.tell(event, ["creator"]);
  else if (kind === "draft") d.tell(event, ["creator"]);
  else if (kind === "pooled") d.tell(event, ["candidates"]);
  else if (kind !== "waiting") d.tell(event, ["holders"]);
}
