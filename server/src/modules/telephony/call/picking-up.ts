/** Somebody takes a call that rings at another seat, or waits for one. */
import type { Draft } from "./draft.ts";
import { limits } from "./limits.ts";
import { wrapUpOf } from "./parties.ts";
import { isPerson } from "./party.ts";
import { takeFromRobot } from "./robot.ts";
import { queueOf, type CallInput } from "./types.ts";

/** Rings at him by itself; in vain, the caller is first in line again, or what a direct call's end is. */
export function pickUp(d: Draft, input: Extract<CallInput, { type: "pickUp" }>): void {
  const { by, ringMs: longest } = input;
  const { near, far } = d;
  const { phase } = d.call;
  if (phase.kind === "inFlow") return takeFromRobot(d, input);
  const rings = phase.kind === "offering" && near !== undefined;
  if ((!rings && phase.kind !== "waiting") || far.lost || (near && isPerson(near, by))) return d.refuse();
  const actor = by.agentId ?? `monitor:${by.administrator?.by}`;
  for (const name of ["announce", "notice", "nextGroup", "connect", "menu", "menuKey"] as const)
    d.do({ do: "clearTimer", name });
  if (rings) {
    if (near.leg) d.do({ do: "hangup", leg: near.leg, cause: "cancelled" });
    if (near.agentId) d.note({ type: "offerEnded", agentId: near.agentId }, actor, "pickedUp");
    d.dropNear();
  }
  // Before that agent is free again: the queue must know that nothing is offered any more.
  d.do({ do: "leaveQueue" });
  if (rings && near.agentId)
    d.do({
      do: "agent",
      agentId: near.agentId,
      input: { type: "offerEnded", reason: "pickedUp", restore: true },
    });
  const group = d.call.group ?? queueOf(d.call)?.groups[Math.max(0, d.call.joined - 1)];
  const ringMs = longest ?? limits.ownLeg;
  d.phase({ kind: "offering", expired: phase.expired, since: d.now, ringMs, direct: true });
  const id = d.add({ ...by, role: "agent" });
  d.set({ ringingAt: d.now, ...wrapUpOf(by), group, near: id });
  const through = group ? { skillGroupId: group.id } : {};
  if (by.agentId === undefined) d.note({ type: "dialled", to: by.number }, actor, "pickedUp");
  else d.note({ type: "offered", agentId: by.agentId, ringMs, idleMs: 0, ...through }, actor, "pickedUp");
  d.originate(id, ringMs, true);
}
