/** A task's call: begun, answered (by whom), and on to its target. */
import type { EndCause } from "@liantai/api/contract";
import type { LegId } from "../../../ports/switch.ts";
import type { Draft } from "./draft.ts";
import { end, farewell } from "./ending.ts";
import { limits } from "./limits.ts";
import type { AnnouncedInput, DetectedInput, Placed, PlacedInput } from "./placed.ts";
import type { CallInput } from "./types.ts";
import { asksAtOnce, welcome } from "./routing.ts";

export function beginPlaced(d: Draft, { ringMs }: Placed): void {
  const { far } = d;
  const { displayed } = d.call;
  d.phase({ kind: "dialling" });
  d.note({ type: "dialled", to: far.number, ...(displayed ? { displayed } : {}) }, "engine", "byTask");
  d.originate(far.id, ringMs, false);
}

/** The customer's telephone was lifted. */
export function pickedUp(d: Draft, { detect }: Placed): void {
  d.note({ type: "pickedUp" }, d.actor(d.far));
  if (!detect) return welcome(d);
  d.phase({ kind: "detecting" });
  d.do({ do: "timer", name: "detect", ms: limits.detect });
}

/**
 * Two handshakes take longer than one: while the customer's sound is being agreed on, an agent's telephone is asked. Where something is
 * said to him first, or who he is must be heard, his sound is waited for.
 */
function accepted(d: Draft, leg: LegId): void {
  const { far } = d;
  const { placed, phase } = d.call;
  if (!placed || placed.detect || phase.kind !== "dialling" || far.leg !== leg || far.up || !asksAtOnce(d.call)) return;
  d.patch(far.id, { lifted: true });
  d.do({ do: "timer", name: "sound", ms: limits.sound });
  pickedUp(d, placed);
}

/** His sound has not come, and an agent waits for it, or is rung. */
function noSound(d: Draft): void {
  const { far } = d;
  if (!far.lifted || far.up || d.call.phase.kind === "ended") return;
  d.note({ type: "abandoned" });
  end(d, "failed", { by: far });
}

/** Unknown and silence are persons: a person who is taken for a machine is the worse mistake. */
function detected(d: Draft, { answerer, why, afterMs }: Omit<DetectedInput, "type">): void {
  const detect = d.call.placed?.detect;
  const { phase } = d.call;
  if (phase.kind !== "detecting" || phase.waits || !detect) return;
  d.do({ do: "clearTimer", name: "detect" });
  d.note({ type: "answeredBy", answerer, why, afterMs });
  if (answerer === "fax") return end(d, "machineAnswered");
  if (answerer !== "machine" || detect.machine === "agent") return welcome(d);
  if (detect.machine !== "voice" || detect.text === "") return end(d, "machineAnswered");
  d.phase({ kind: "detecting", waits: "beep" });
  d.do({ do: "timer", name: "machineTone", ms: limits.machineTone });
}

/** Nobody knows who it is, and he is led on; or he was never heard. */
export const overdue = (d: Draft, what: "detect" | "sound"): void =>
  what === "sound" ? noSound(d) : detected(d, { answerer: "unknown", why: "timeOver", afterMs: limits.detect });

/** After its tone, when it says nothing more, or when that was waited for long enough. */
export function leaveWords(d: Draft): void {
  const { phase, placed } = d.call;
  if (phase.kind !== "detecting" || !phase.waits) return;
  d.do({ do: "clearTimer", name: "machineTone" });
  farewell(d, "machineAnswered", undefined, placed?.detect?.text);
}

/** Nearest to what is heard; the result of the call is the announcement's own. */
const causes: Readonly<Record<number, EndCause>> = {
  582: "numberUnknown",
  584: "busy",
  585: "rejected",
  588: "busy",
  593: "failed",
  594: "noAnswer",
  597: "numberUnknown",
  598: "failed",
};

/** The network says in sound why nobody will answer. */
function announced(d: Draft, { result, by, text, hangsUp }: AnnouncedInput): void {
  const { far } = d;
  if (!d.call.placed || d.call.phase.kind !== "dialling" || far.up) return d.refuse();
  d.note({ type: "lineAnnounced", result, by, text }, d.actor(far));
  if (!hangsUp) return;
  if (far.leg !== undefined) d.do({ do: "hangup", leg: far.leg, cause: "cancelled" });
  d.patch(far.id, { leg: undefined });
  end(d, causes[result] ?? "unreachable");
}

export const isPlacedInput = (input: CallInput): input is PlacedInput =>
  input.type === "legAccepted" ||
  input.type === "detected" ||
  input.type === "cancelPlaced" ||
  input.type === "announced" ||
  input.type === "machineReady";

/** What its task, or whoever listens to the line, wants of it. */
export function placedInput(d: Draft, input: PlacedInput): void {
  if (input.type === "legAccepted") return accepted(d, input.leg);
  if (input.type === "detected") return detected(d, input);
  if (input.type === "announced") return announced(d, input);
  if (input.type === "machineReady") return leaveWords(d);
  if (d.call.placed && d.call.phase.kind === "dialling") end(d, "cancelled");
  else d.refuse();
}
