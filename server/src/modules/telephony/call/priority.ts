/** What counts as waited besides the wait (docs/protocol.md Q1, Q2). */
import { minuteMs } from "@liantai/api/contract";
import type { BoostSource } from "../../event-log/index.ts";
import type { Draft } from "./draft.ts";
import { queueOf, type Call, type CallInput } from "./types.ts";

/** All of it, ms. */
export const boostOf = (call: Call): number => ownBoostOf(call) + transferBoostOf(call) + flowBoostOf(call);

/** Of its customer, whichever group he waits for. */
export const ownBoostOf = ({ plan, movedMs }: Call): number => (plan?.boostMs ?? 0) + movedMs;

const transferBoostOf = (call: Call): number => (call.talked ? (queueOf(call)?.transferBoostMs ?? 0) : 0);

/** Of the node that led him to the queue where he waits (G168). */
const flowBoostOf = ({ flow }: Call): number => {
  const { to } = flow?.transfer ?? {};
  return to && "priority" in to ? to.priority * minuteMs : 0;
};

/** By where it comes from; what is 0 is not told. */
export function boostsOf(call: Call): Partial<Record<BoostSource, number>> {
  const all = { ...call.plan?.boosts, transfer: transferBoostOf(call), flow: flowBoostOf(call), moved: call.movedMs };
  return Object.fromEntries(Object.entries(all).filter(([, ms]) => ms !== 0));
}

export function movedUp(d: Draft, { byMs, by, name }: Extract<CallInput, { type: "movedUp" }>): void {
  d.set({ movedMs: d.call.movedMs + byMs });
  d.note({ type: "movedUp", byMs, name }, by, "byMonitor");
}
