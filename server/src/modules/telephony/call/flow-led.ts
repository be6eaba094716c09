/** Where a flow has led its caller: what it wants of whoever is found there, and what it is told came of it. */
import type { EndCause } from "@liantai/api/contract";
import type { TransferResult } from "@liantai/api/flows";
import type { Draft } from "./draft.ts";
import { patch } from "./flow-parts.ts";
import type { Routed } from "./types.ts";

/** path: of what he hears until somebody answers. */
export function musicOfFlow(d: Draft, path: string | undefined): void {
  const { transfer: led } = d.call.flow ?? {};
  if (led && path !== undefined) patch(d, { transfer: { ...led, music: path } });
}

/** What was found where the flow leads him, with what the flow wants of it. */
export function ofFlow(d: Draft, next: Routed): Routed {
  const { to } = d.call.flow?.transfer ?? {};
  const { target } = next;
  if (!to || !("queue" in target)) return next;
  if (to.kind !== "skillGroup" && to.kind !== "dispatchQueue") return next;
  const { maxWaitMs } = to;
  return maxWaitMs > 0 ? { ...next, target: { ...target, queue: { ...target.queue, maxWaitMs } } } : next;
}

export const isLedByFlow = (d: Draft): boolean => d.call.flow?.transfer !== undefined;

/** How long whoever the flow leads him to may ring. */
export const flowRingMs = (d: Draft): number | undefined => {
  const { to } = d.call.flow?.transfer ?? {};
  return to && "ringMs" in to ? to.ringMs : undefined;
};

const results: Partial<Record<EndCause, TransferResult>> = {
  queueFull: "full",
  queueTimeout: "timeout",
  nobodyServes: "absent",
  noAnswer: "noAnswer",
  busy: "busy",
  rejected: "busy",
  unreachable: "unregistered",
};

/** Of who is rung without a queue a seat that nobody sits at is absent. */
export function resultOf(d: Draft, cause: EndCause): TransferResult {
  const { to } = d.call.flow?.transfer ?? {};
  if (cause === "unreachable" && to?.kind === "outside") return "failed";
  if (cause === "unreachable" && to?.kind === "seat") return "absent";
  return results[cause] ?? "failed";
}
