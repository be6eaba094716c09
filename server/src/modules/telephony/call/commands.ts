/** What agents order in a call from their bars; holding is in talking.ts. */
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { registered } from "./legs.ts";
import { offerOver } from "./queueing.ts";
import { otherSide, type CallInput, type SideName } from "./types.ts";

export function moveMedia(d: Draft, agentId: string, isRegistered: boolean): void {
  const name = d.ofAgent(agentId);
  const { kind } = d.call.phase;
  if (!name || (kind !== "talking" && !(kind === "offering" && name === "near"))) return d.refuse();
  d.patch(name, { moving: true });
  if (isRegistered) registered(d, d.side(name)?.user ?? "");
}

export function hangup(d: Draft, { agentId, why }: Extract<CallInput, { type: "hangup" }>): void {
  const name = d.ofAgent(agentId);
  if (!name) return d.refuse();
  const { kind } = d.call.phase;
  const leaves = why ? { leaves: { agentId, why } } : {};
  if (kind === "offering" && name === "near") {
    offerOver(d, "declined", agentId);
    if (why)
      d.do({ do: "agent", agentId, input: why === "recovered" ? { type: "recover" } : { type: "leave", reason: why } });
    return;
  }
  if (kind === "talking") {
    d.note({ type: "hungup", side: name, cause: "normal", agentId }, agentId);
    return end(d, "completed", { by: name, ...leaves });
  }
  if (name === "far" && d.call.direction === "inbound")
    return end(
      d,
      kind === "waiting" || kind === "routing"
        ? "abandonedInQueue"
        : kind === "offering"
          ? "abandonedRinging"
          : "abandonedInGreeting",
      { by: name, ...leaves },
    );
  end(d, name === "near" ? "cancelled" : "rejected", { by: name, ...leaves });
}

export function sendDigits(d: Draft, name: SideName, digits: string): void {
  const leg = d.side(otherSide(name))?.leg;
  if (d.call.phase.kind !== "talking" || !leg) return d.refuse();
  d.do({ do: "sendDigits", leg, digits });
  d.note({ type: "digits", digits, from: "agent" }, d.actor(name));
}
