/** 会议室: a meeting of a room. Its hosts lead it, it goes on without them, and it is over when the last one leaves. */
import type { HangupCause } from "../../../ports/switch.ts";
import { letGo } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import type { Party } from "./party.ts";
import { isIn, memberName, present, talkersOf } from "./parties.ts";
import { startsRecording } from "./recording.ts";
import type { CallInput } from "./types.ts";

const tones = { enter: 880, leave: 480 } as const;

/** Nobody need be there yet. */
export function openMeeting(d: Draft): void {
  if (d.call.meeting?.record) startsRecording(d);
  d.do({ do: "timer", name: "nobodyCame", ms: limits.nobodyCame });
}

export function nobodyCame(d: Draft): void {
  if (!talkersOf(d.call).some(isIn)) end(d, "noAnswer");
}

/** Everybody who hears others hears it, not who waits with music. */
function signal(d: Draft, which: keyof typeof tones): void {
  if (!d.call.meeting?.tone) return;
  const legs = talkersOf(d.call).flatMap((party) => (present(party) ? [party.leg] : []));
  if (legs.length > 0) d.do({ do: "tone", legs, hz: tones[which] });
}

/** Somebody is in. */
export function entered(d: Draft, party: Party): void {
  const { meeting } = d.call;
  if (!meeting) return;
  const first = !d.call.talked;
  if (first) {
    d.set({ talked: true });
    d.do({ do: "clearTimer", name: "nobodyCame" });
    d.note({ type: "answered" }, d.actor(party));
  }
  if (meeting.enterMuted && !party.host) {
    d.patch(party.id, { muted: true });
    d.note({ type: "memberMuted", muted: true, ...memberName(party) });
  }
  signal(d, "enter");
}

/** A monitor's 强拆 is told apart from who was put out by whoever leads, and from an administrator who leaves himself. */
export const cutOffBy = (by: string | undefined) => (by?.startsWith("monitor:") ? "byMonitor" : undefined);

/** Of those who are in; the others go on. by: who put him out. */
export function leaveMeeting(d: Draft, party: Party, cause: HangupCause, by?: string): void {
  d.note({ type: "partyLeft", cause, ...memberName(party) }, by ?? d.actor(party), cutOffBy(by));
  letGo(d, party, cause);
  // Whoever rings yet would come into a room that nobody is in.
  if (!talkersOf(d.call).some(isIn)) return end(d, "completed", { by: party });
  signal(d, "leave");
}

/** Hosts are spared. */
export function muteAll(d: Draft, { agentId, by, muted }: Extract<CallInput, { type: "muteAll" }>): void {
  for (const party of talkersOf(d.call)) {
    if (party.host || !party.up || party.muted === muted) continue;
    d.patch(party.id, { muted });
    d.note({ type: "memberMuted", muted, ...memberName(party) }, by ?? agentId);
  }
}
