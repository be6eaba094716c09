/** An emergency switch leads a caller elsewhere who waits, or is on the way into the queue (docs/protocol.md Q13). */
import { awayFromDoor } from "./door.ts";
import type { Draft } from "./draft.ts";
import { waitTimers } from "./ending.ts";
import { takenOutOfFlow } from "./flow.ts";
import { route } from "./routing.ts";
import type { CallInput, Diverted } from "./types.ts";

/** He goes: only now has it ended his wait. */
const note = (d: Draft, { routed, by, name }: Diverted): void =>
  d.note({ type: "diverted", name, to: routed.target.name }, `monitor:${by}`, "byMonitor");

export function divert(d: Draft, { routed, by, name }: Extract<CallInput, { type: "divert" }>): void {
  const { phase } = d.call;
  if (phase.kind === "greeting" && d.far.door) {
    awayFromDoor(d, d.far);
    note(d, { routed, by, name });
    d.set({ routed });
    return route(d);
  }
  // Who is asked about his talk has been served.
  if (phase.kind === "inFlow" && d.call.flow?.survey) return d.refuse();
  if (phase.kind === "inFlow") {
    takenOutOfFlow(d);
    note(d, { routed, by, name });
    d.set({ routed });
    return route(d);
  }
  // The greeting is heard to its end.
  if (phase.kind === "arriving" || phase.kind === "greeting") return d.set({ routed });
  // A telephone that rings for him may be answered.
  if (phase.kind !== "waiting" && (phase.kind !== "offering" || phase.direct)) return d.refuse();
  d.set({ diverted: { routed, by, name } });
}

/** After every step: whoever waits, or waits again, is led there. */
export function leadAway(d: Draft): void {
  const { phase, diverted } = d.call;
  if (!diverted || phase.kind !== "waiting") return;
  note(d, diverted);
  for (const timer of waitTimers) d.do({ do: "clearTimer", name: timer });
  d.do({ do: "leaveQueue" });
  const { routed } = diverted;
  takenOutOfFlow(d);
  d.set({ joined: 0, rings: {}, ahead: undefined, menu: undefined, diverted: undefined, routed });
  route(d);
}
