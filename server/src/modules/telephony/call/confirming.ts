/** A line outside that somebody answered: a mailbox answers, too, so the call is put through when 1 was pressed. */
import type { LegId } from "../../../ports/switch.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import type { Party } from "./party.ts";

export const confirmDigit = "1";

export function askKey(d: Draft, party: Party, leg: LegId): void {
  d.patch(party.id, { asking: leg });
  d.do({ do: "prompt", leg, text: sentences.confirm });
  d.do({ do: "timer", name: `confirm-${party.id}`, ms: limits.confirm });
}

/** Nobody is asked any more. */
export function asked(d: Draft, party: Party): void {
  d.patch(party.id, { asking: undefined });
  d.do({ do: "clearTimer", name: `confirm-${party.id}` });
}
