/** A key at somebody's telephone: what it is for is a matter of who presses it, and when. */
import { keysGoTo } from "./commands.ts";
import { keyAtDoor } from "./door.ts";
import type { Draft } from "./draft.ts";
import { endKeyOf } from "./flow-messages.ts";
import { flowDigit, leaveKey } from "./flow.ts";
import { keyAtLine } from "./legs.ts";
import { menuKey } from "./offer-menu.ts";
import type { Party } from "./party.ts";
import { secureKey } from "./secure-entry.ts";
import { surveyKey } from "./survey.ts";
import { suspendedKey } from "./suspending.ts";
import type { CallInput } from "./types.ts";
import { endMessage } from "./voicemail.ts";

export function digit(d: Draft, { leg, digit }: Extract<CallInput, { type: "digit" }>): void {
  const asking = d.find((p) => p.asking === leg);
  if (asking) return keyAtLine(d, asking, digit);
  const atDoor = d.find((p) => p.door !== undefined && p.leg === leg);
  if (atDoor) return keyAtDoor(d, atDoor, digit);
  const party = d.ofLeg(leg);
  if (party) pressed(d, party, digit);
}

function pressed(d: Draft, party: Party, digit: string): void {
  const { kind } = d.call.phase;
  if (party.id === d.call.far && (secureKey(d, digit) || suspendedKey(d, digit))) return;
  if (kind === "survey") return surveyKey(d, digit);
  if (kind === "voicemail") return digit === endKeyOf(d) ? endMessage(d) : undefined;
  if (kind === "inFlow") return party.id === d.call.far ? flowDigit(d, digit) : undefined;
  if (kind === "waiting" && party.id === d.call.far && leaveKey(d, digit)) return;
  if ((kind === "waiting" || kind === "callback") && party.id === d.call.far) return menuKey(d, digit);
  // A monitor's are nobody's (P9), and no agent pressed them.
  if (kind !== "talking" || party.role === "supervisor") return;
  // The keys of an agent's device are for whom he talks to, as those of his bar are.
  const leg = party.agentId === undefined ? undefined : keysGoTo(d, party);
  if (leg) d.do({ do: "sendDigits", leg, digits: digit });
  d.note({ type: "digits", digits: digit, from: d.side(party) === "far" ? "caller" : "agent" }, d.actor(party));
}
