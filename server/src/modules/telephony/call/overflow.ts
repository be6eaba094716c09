/** Where a call goes that may not wait for the target it was meant for. */
import type { EndCause } from "@liantai/api/contract";
import { inVain } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { waitTimers } from "./ending.ts";
import { backToFlow } from "./flow.ts";
import { limits } from "./limits.ts";
import { queueOf, type Overflow } from "./types.ts";

const results = { full: "full", wait: "timeout", absent: "absent" } as const satisfies Record<Overflow, string>;
const causes: Readonly<Record<Overflow, EndCause>> = {
  full: "queueFull",
  wait: "queueTimeout",
  absent: "nobodyServes",
};

function leave(d: Draft): void {
  for (const name of waitTimers) d.do({ do: "clearTimer", name });
  d.do({ do: "leaveQueue" });
}

/** The call may not wait (any longer): on to where its queue says. */
export function overflow(d: Draft, why: Overflow): void {
  const cause = causes[why];
  if (backToFlow(d, results[why], { only: true })) return;
  const to = queueOf(d.call)?.overflow[why];
  if (!to || to.kind === "none" || d.call.hops >= limits.hops) {
    if (d.call.phase.kind === "waiting") d.note({ type: "queueLeft" }, "engine", cause);
    leave(d);
    return inVain(d, cause);
  }
  leave(d);
  d.set({ hops: d.call.hops + 1, ahead: undefined, joined: 0, rings: {} });
  d.phase({ kind: "routing", cause, why });
  d.do({ do: "route", to });
}
