/** What was said is over, or was stopped. */
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { flowCut, flowPlayed } from "./flow.ts";
import { route } from "./routing.ts";
import { suspendedPlayed } from "./suspending.ts";
import type { CallInput } from "./types.ts";
import { beginMessage } from "./voicemail.ts";

export function playDone(d: Draft, { tag, stoppedAt }: Extract<CallInput, { type: "playDone" }>): void {
  if (stoppedAt !== undefined) flowCut(d, tag, stoppedAt);
  const { playing, phase } = d.call;
  if (playing?.tag !== tag) return;
  d.set({ playing: undefined });
  if (flowPlayed(d, tag)) return;
  if (playing.what === "greeting" && phase.kind === "greeting") return route(d);
  if (playing.what === "suspended") return suspendedPlayed(d);
  if (playing.what === "voicemail") return beginMessage(d);
  if (phase.kind === "farewell") end(d, phase.cause);
}
