/** What the customer's device is told of the call: derived from the state after every step, so no path can forget it. */
import type { CallStage } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";
import { holds, nearOf } from "./parties.ts";
import type { Call } from "./types.ts";

/** Undefined: nothing to tell yet. */
function stageOf(call: Call): CallStage | undefined {
  const { phase, ahead } = call;
  const near = nearOf(call);
  const agent = near?.agentId ?? near?.number ?? "";
  switch (phase.kind) {
    case "greeting":
      return { stage: "greeting" };
    case "inFlow":
      return { stage: "flow" };
    case "waiting":
      return ahead === undefined ? undefined : { stage: "queued", position: ahead + 1 };
    case "offering":
      return { stage: "ringing" };
    case "survey":
      return { stage: "survey" };
    case "farewell":
      return { stage: "farewell" };
    case "talking":
      if (near?.lost && !call.conference) return { stage: "agentLost", agent };
      if (call.suspended) return { stage: "voice", agent };
      return { stage: near && holds(call, near) ? "held" : "talking", agent };
    // The dialogue itself tells these, and its end.
    default:
      return undefined;
  }
}

const same = (a: CallStage, b: CallStage): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Agents have their bar; a leg that is lost is told again when it is back, for it may have missed the last word. */
export function inform(d: Draft): void {
  const { far } = d;
  const { phase, informed } = d.call;
  if (far.agentId !== undefined || phase.kind === "ended") return;
  if (!far.leg || !far.up || far.lost) {
    if (informed) d.set({ informed: undefined });
    return;
  }
  const stage = stageOf(d.call);
  if (!stage || (informed?.leg === far.leg && same(informed.stage, stage))) return;
  d.set({ informed: { leg: far.leg, stage, at: d.now } });
  d.do({ do: "inform", leg: far.leg, stage });
}
