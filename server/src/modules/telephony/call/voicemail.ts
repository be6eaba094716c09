/** Who waits leaves a message instead: it is the call's recording, and a contact of the queue (docs/protocol.md Q12). */
import type { FlowEffect } from "@liantai/api/flows";
import type { Draft } from "./draft.ts";
import { end, farewell, waitTimers } from "./ending.ts";
import { messageOfFlow } from "./flow-messages.ts";
import { patch } from "./flow-parts.ts";
import { sentences } from "./limits.ts";
import type { Party } from "./party.ts";
import { recordMessage, stopMessage } from "./recording.ts";
import { takenElsewhere } from "./robot.ts";
import { queueOf } from "./types.ts";

/** A slip of the hand is no message. */
const leastMs = 1_000;

export function leaveMessage(d: Draft): void {
  const queue = queueOf(d.call);
  const group = queue?.groups[0];
  const maxMs = queue?.menu?.voicemailMs;
  if (!group || maxMs === undefined || d.far.leg === undefined) return;
  for (const name of waitTimers) d.do({ do: "clearTimer", name });
  d.do({ do: "leaveQueue" });
  d.note({ type: "queueLeft" }, "engine", "voicemailLeft");
  takeMessage(d, { groupId: group.id, maxMs });
}

/** Of a group's queue that he was in, or was led away from. */
export function takeMessage(d: Draft, of: { readonly groupId: string; readonly maxMs: number }): void {
  const { leg } = d.far;
  if (leg === undefined) return end(d, "callerLost");
  d.phase({ kind: "voicemail", ...of });
  const tag = d.next();
  d.set({ menu: undefined, ahead: undefined, playing: { tag, what: "voicemail" } });
  d.do({ do: "say", leg, text: sentences.voicemail, tag, tone: true });
}

/** A flow asks its caller for one, after its own wording and tone. */
export function messageForFlow(
  d: Draft,
  { id, maxMs, endKey, groupId, silenceMs, agentId, notice }: Extract<FlowEffect, { do: "record" }>,
): void {
  if (d.far.leg === undefined) return end(d, "callerLost");
  takenElsewhere(d);
  d.phase({ kind: "voicemail", groupId, maxMs });
  d.set({ playing: undefined });
  patch(d, { record: { id, endKey, silenceMs, agentId, notice }, play: undefined });
  beginMessage(d);
}

/** The words before it are over. */
export function beginMessage(d: Draft): void {
  const { phase } = d.call;
  if (phase.kind !== "voicemail" || phase.since !== undefined) return;
  d.phase({ ...phase, since: d.now });
  recordMessage(d);
  d.note({ type: "voicemailStarted", skillGroupId: phase.groupId, maxMs: phase.maxMs }, d.actor(d.far));
  d.do({ do: "timer", name: "voicemail", ms: phase.maxMs });
}

/** Nobody has spoken for as long as the flow's message has it. */
export function silentMessage(d: Draft, id: string): void {
  const { record } = d.call.flow ?? {};
  if (d.call.phase.kind === "voicemail" && record?.id === id) endMessage(d, record.silenceMs);
}

/** By key, because it is long enough, or after so much silence, which is no part of what was said. */
export function endMessage(d: Draft, silentMs = 0): void {
  const { phase } = d.call;
  const ms = phase.kind === "voicemail" && phase.since !== undefined ? Math.max(0, d.now - phase.since - silentMs) : 0;
  const kept = keep(d, silentMs);
  if (d.call.flow?.record) {
    if (!kept) {
      d.do({ do: "clearTimer", name: "voicemail" });
      stopMessage(d);
    }
    return void messageOfFlow(d, ms);
  }
  if (kept) farewell(d, "voicemailLeft");
}

/** True: there is one. */
function keep(d: Draft, silentMs = 0): boolean {
  const { phase } = d.call;
  if (phase.kind !== "voicemail" || phase.since === undefined) return false;
  const ms = d.now - phase.since - silentMs;
  if (ms < leastMs) return false;
  d.do({ do: "clearTimer", name: "voicemail" });
  stopMessage(d);
  d.note({ type: "voicemailStored", skillGroupId: phase.groupId, ms }, d.actor(d.far));
  const { agentId = "", notice = true } = d.call.flow?.record ?? {};
  // One that is nobody's is a recording of the call, and nobody's to call back.
  if (phase.groupId !== "" || agentId !== "")
    d.do({ do: "keepVoicemail", groupId: phase.groupId, agentId, notice, ms });
  return true;
}

/** He hung up: what he said is a message all the same. */
export function hungUpInMessage(d: Draft, party: Party): void {
  end(d, keep(d) ? "voicemailLeft" : "abandonedInQueue", { by: party });
}
