/** A flow's caller who talks with somebody outside, and comes back to it afterwards where its node has an exit for that (G76). */
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { backToFlow } from "./flow.ts";
import { ledOutside } from "./flow-parts.ts";

/** The other is gone, the caller is not. False: no flow waits for him. */
export function backFromOutside(d: Draft): boolean {
  const { far } = d;
  if (!ledOutside(d)?.back.includes("ended") || !far.up || far.lost || d.call.consult || d.call.conference)
    return false;
  d.do({ do: "clearTimer", name: "outsideTalk" });
  d.patch(far.id, { heldBy: undefined });
  d.dropNear();
  return backToFlow(d, "ended", { only: true });
}

/** They have talked as long as the flow lets them. */
export function talkOutsideOver(d: Draft): void {
  const { near } = d;
  if (!near || d.call.phase.kind !== "talking") return;
  if (near.leg) d.do({ do: "hangup", leg: near.leg, cause: "normal" });
  d.note({ type: "hungup", side: "near", cause: "normal" }, "engine");
  if (!backFromOutside(d)) end(d, "completed");
}
