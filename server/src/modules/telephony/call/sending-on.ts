/** A supervisor sends a waiting caller elsewhere. */
import type { Draft } from "./draft.ts";
import { waitTimers } from "./ending.ts";
import { takenOutOfFlow } from "./flow.ts";
import { route } from "./routing.ts";
import type { CallInput } from "./types.ts";

/** It keeps its arrival. At a seat or an extension it rings once; in vain, it is first in line where it waited. */
export function sendOn(d: Draft, { routed, by, name }: Extract<CallInput, { type: "sendOn" }>): void {
  if (d.call.phase.kind !== "waiting") return d.refuse();
  const { target } = routed;
  for (const timer of waitTimers) d.do({ do: "clearTimer", name: timer });
  d.do({ do: "leaveQueue" });
  takenOutOfFlow(d);
  d.note({ type: "sentOn", to: target.name, name }, `monitor:${by}`, "byMonitor");
  d.set({ joined: 0, rings: {}, ahead: undefined });
  if (target.kind === "seat" || target.kind === "extension" || target.kind === "outside") {
    d.phase({ kind: "routing", cause: "unreachable", back: true });
    return d.do({ do: "callDirectly", target });
  }
  d.set({ routed, sentOn: true });
  route(d);
}
