/** Sending a call on without asking: to a seat, a number, or wherever an access number can lead. */
import { tellSender } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { letAgentGo, mayAsk } from "./consulting.ts";
import { limits } from "./limits.ts";
import { wrapUpOf } from "./parties.ts";
import type { AskedParty, Party } from "./party.ts";
import { enqueue } from "./queueing.ts";
import { queueOf, type CallInput } from "./types.ts";

/** The customer waits for whoever comes. */
function leave(d: Draft, by: Party, number: string): void {
  letAgentGo(d, by, "transferred");
  const { agentId = "" } = by;
  d.set({ sentBy: { agentId, number } });
  d.note({ type: "sentOn", to: number, ...(by.agentId ? { agentId: by.agentId } : {}) }, d.actor(by));
}

/** A supervisor gives the talk of an agent to another seat. */
export function switchTo(d: Draft, { by, target, to }: Extract<CallInput, { type: "switchTo" }>): void {
  const party = mayAsk(d, target);
  if (!party) return d.refuse();
  letAgentGo(d, party, "takenOver");
  d.set({ sentBy: { agentId: target, number: to.number, byMonitor: true } });
  d.note({ type: "sentOn", to: to.number, agentId: target }, `monitor:${by}`, "byMonitor");
  ringNext(d, to);
}

function transfer(d: Draft, { agentId, to }: Extract<CallInput, { type: "transfer" }>): void {
  const by = mayAsk(d, agentId);
  if (!by) return d.refuse();
  leave(d, by, to.number);
  ringNext(d, to);
}

/** Whoever is to have the call from now on. */
function ringNext(d: Draft, to: AskedParty): void {
  const near = d.add({ ...to, role: "agent" });
  d.set({ near, ...wrapUpOf(to), ringingAt: d.now, group: undefined });
  d.phase({ kind: "offering", expired: false, since: d.now, ringMs: limits.consult, direct: true });
  const ringMs = limits.consult;
  if (to.agentId) {
    const { agentId, number } = to;
    d.note({ type: "offered", agentId, ringMs, idleMs: 0, number }, "engine", "byTransfer");
  } else
    d.note(
      { type: "dialled", to: to.number, ...(to.displayed ? { displayed: to.displayed } : {}) },
      "engine",
      "byTransfer",
    );
  d.originate(near, limits.consult, false);
}

/** To a queue, a seat's target, an access number: routed anew. */
function transferTo(d: Draft, { agentId, to, number }: Extract<CallInput, { type: "transferTo" }>): void {
  const by = mayAsk(d, agentId);
  if (!by) return d.refuse();
  const { routed } = d.call;
  leave(d, by, number);
  d.set({ sentBy: { agentId, number, before: { ...(routed ? { routed } : {}) } } });
  d.set({ group: undefined, joined: 0, rings: {}, ahead: undefined, diverted: undefined });
  d.phase({ kind: "routing", cause: "unreachable" });
  d.do({ do: "route", to });
}

/** By whoever has the call, without asking: to somebody who is rung, or to where it is routed. */
export const sendAway = (d: Draft, input: Extract<CallInput, { type: "transfer" | "transferTo" }>): void =>
  input.type === "transfer" ? transfer(d, input) : transferTo(d, input);

/** That agent is not free any more: the queue the call came through, first in line; else the end. */
export function nobodyBack(d: Draft): void {
  const { phase } = d.call;
  if (queueOf(d.call)) enqueue(d, true);
  else farewell(d, "unreachable");
  tellSender(d, phase);
}
