/** Messages that a flow asks its caller for. */
import type { Draft } from "./draft.ts";
import { patch, send } from "./flow-parts.ts";
import { recordInFlow } from "./recording.ts";

/** The message of a flow's caller is over: the flow goes on. ms: its length. */
export function messageOfFlow(d: Draft, ms: number): boolean {
  const { record: asked } = d.call.flow ?? {};
  if (!asked) return false;
  d.phase({ kind: "inFlow" });
  d.set({ playing: undefined });
  patch(d, { record: undefined });
  recordInFlow(d);
  send(d, { type: "recorded", id: asked.id, ms });
  return true;
}

export const endKeyOf = (d: Draft): string => d.call.flow?.record?.endKey ?? "#";
