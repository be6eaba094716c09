/** A task's call: begun, answered (by whom), and on to its target. */
import type { Draft } from "./draft.ts";
import { end, farewell } from "./ending.ts";
import { limits } from "./limits.ts";
import type { DetectedInput, Placed, PlacedInput } from "./placed.ts";
import type { CallInput } from "./types.ts";
import { welcome } from "./routing.ts";

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

/** Unknown and silence are persons: a person who is taken for a machine is the worse mistake. */
export function detected(d: Draft, { answerer, why, afterMs }: Omit<DetectedInput, "type">): void {
  const detect = d.call.placed?.detect;
  if (d.call.phase.kind !== "detecting" || !detect) return;
  d.do({ do: "clearTimer", name: "detect" });
  d.note({ type: "answeredBy", answerer, why, afterMs });
  if (answerer === "fax") return end(d, "machineAnswered");
  if (answerer !== "machine" || detect.machine === "agent") return welcome(d);
  if (detect.machine === "voice" && detect.text !== "") return farewell(d, "machineAnswered", undefined, detect.text);
  end(d, "machineAnswered");
}

export const isPlacedInput = (input: CallInput): input is PlacedInput =>
  input.type === "detected" || input.type === "cancelPlaced";

/** What its task, or whoever listens to the line, wants of it. */
export function placedInput(d: Draft, input: PlacedInput): void {
  if (input.type === "detected") return detected(d, input);
  if (d.call.placed && d.call.phase.kind === "dialling") end(d, "cancelled");
  else d.refuse();
}
