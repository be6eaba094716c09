/** An emergency switch leads a caller elsewhere who waits, or is on the way into the queue (docs/protocol.md Q13). */
import type { Draft } from "./draft.ts";
import { waitTimers } from "./ending.ts";
import { route } from "./routing.ts";
import type { CallInput, Routed } from "./types.ts";

export function divert(d: Draft, { routed, by, name }: Extract<CallInput, { type: "divert" }>): void {
  const { phase } = d.call;
  if (d.call.talked && phase.kind !== "waiting") return d.refuse();
  switch (phase.kind) {
    // The greeting is heard to its end.
    case "arriving":
    case "greeting":
      return d.set({ routed });
    case "waiting":
      d.note({ type: "diverted", name, to: routed.target.name }, `monitor:${by}`, "byMonitor");
      return leave(d, routed);
    case "offering":
      // A telephone rings for him: it may be answered, else he is led there.
      if (phase.direct) return d.refuse();
      d.note({ type: "diverted", name, to: routed.target.name }, `monitor:${by}`, "byMonitor");
      return d.set({ diverted: routed });
    default:
      return d.refuse();
  }
}

export function leave(d: Draft, routed: Routed): void {
  for (const timer of waitTimers) d.do({ do: "clearTimer", name: timer });
  d.do({ do: "leaveQueue" });
  d.set({ joined: 0, rings: {}, ahead: undefined, menu: undefined, diverted: undefined, routed });
  route(d);
}
