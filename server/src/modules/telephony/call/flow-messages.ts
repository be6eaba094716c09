/** Messages that a flow asks its caller for. */
import type { FlowEffect } from "@liantai/api/flows";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { patch, send } from "./flow-parts.ts";
import { recordInFlow } from "./recording.ts";
import { takenElsewhere } from "./robot.ts";

/** He is asked for a message. */
export function record(
  d: Draft,
  { id, maxMs, endKey, groupId, silenceMs }: Extract<FlowEffect, { do: "record" }>,
): void {
  const { leg } = d.far;
  if (leg === undefined) return end(d, "callerLost");
  takenElsewhere(d);
  d.phase({ kind: "voicemail", groupId, maxMs });
  const tag = d.next();
  d.set({ playing: { tag, what: "voicemail" } });
  patch(d, { record: { id, endKey, silenceMs }, play: undefined });
  d.do({ do: "say", leg, text: "", says: [{ kind: "tone", hz: 1_000, ms: 300 }], tag });
}

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
