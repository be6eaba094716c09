/**
 * 挂起转: the agent sends the customer to a voice, which may want keys of him, and gets him back by himself with what he pressed. He is
 * held meanwhile (talking.ts), so nobody hears him; what he hears lies over the silence of his plan (audio.ts).
 */
import { keepWaiting, mayAsk } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { limits } from "./limits.ts";
import { pauseQuiet } from "./recording.ts";
import { back, finish, silence, takeBack } from "./suspend-over.ts";
import { askNext, keyOf, outOfTime } from "./suspended-voice.ts";
import { isQuiet, isSecret, type SuspendInput } from "./suspension.ts";
import type { CallInput } from "./types.ts";

/** What would take the customer elsewhere; `mayAsk` refuses the rest. */
const barred: ReadonlySet<CallInput["type"]> = new Set<CallInput["type"]>(["takeOver", "switchTo", "secureEntry"]);

export const isBarredBySuspension = (d: Draft, { type }: CallInput): boolean => {
  const { suspended } = d.call;
  if (!suspended) return false;
  return barred.has(type) || (type === "recordControl" && isQuiet(suspended.target));
};

export const isSuspendInput = (input: CallInput): input is SuspendInput =>
  input.type === "suspend" || input.type === "takeBack" || input.type === "suspendLost";

export function suspending(d: Draft, input: SuspendInput): void {
  if (input.type === "suspend") return start(d, input);
  if (input.type === "takeBack") return takeBack(d, input.agentId);
  again(d);
}

function start(d: Draft, { agentId, target }: Extract<SuspendInput, { type: "suspend" }>): void {
  const { far } = d;
  // Colleagues are sent nowhere, and who is gone cannot go.
  if (far.role !== "customer" || !far.up || far.lost || !far.leg) return d.refuse();
  const by = mayAsk(d, agentId);
  if (!by) return d.refuse();
  keepWaiting(d, by, "suspended");
  d.set({ suspended: { by: by.id, agentId, target, since: d.now, turn: 0, keys: "", count: 0 } });
  const { id: targetId, name } = target;
  d.note({ type: "suspended", agentId, targetId, name, ...(isSecret(target) ? { secret: true } : {}) }, agentId);
  if (isQuiet(target)) pauseQuiet(d, agentId, "suspended");
  askNext(d);
}

/** From the beginning of what he was asked. */
function again(d: Draft): void {
  const { suspended } = d.call;
  if (!suspended) return d.refuse();
  if (suspended.over) return;
  d.set({ playing: undefined, suspended: { ...suspended, turn: Math.max(0, suspended.turn - 1) } });
  if (isSecret(suspended.target)) d.do({ do: "secureForget" });
  askNext(d);
}

/** A key of the customer's. False: he is nowhere else. */
export function suspendedKey(d: Draft, digit: string): boolean {
  const { suspended } = d.call;
  if (!suspended) return false;
  if (!suspended.over) keyOf(d, digit);
  // He presses on: the mask stays until he has stopped.
  else if (d.now < suspended.over.until) d.do({ do: "timer", name: "suspended", ms: limits.secureSettle });
  return true;
}

/** He has heard it. */
export function suspendedPlayed(d: Draft): void {
  const { suspended } = d.call;
  if (!suspended || suspended.over) return;
  const { ask } = suspended.target;
  if (ask.want === "nothing") finish(d, "done");
  else d.do({ do: "timer", name: "suspended", ms: ask.seconds * 1_000 });
}

export function suspendedTimer(d: Draft): void {
  const { suspended } = d.call;
  if (!suspended) return;
  if (suspended.over) return back(d);
  silence(d);
  outOfTime(d);
}
