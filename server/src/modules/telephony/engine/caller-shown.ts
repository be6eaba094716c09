/** Who calls, as a device that is rung shows it. */
import type { PartyId } from "../call/party.ts";
import { otherOf, partyOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";

export const fromName = ({ meeting, group }: Call): { readonly fromName?: string } =>
  meeting ? { fromName: meeting.name } : group ? { fromName: group.name } : {};

/** What a party sees of who calls. */
export function callerShown(call: Call, id: PartyId): string {
  const party = partyOf(call, id);
  // A number outside sees one of the enterprise's, a colleague who asks.
  if (party?.displayed) return party.displayed;
  if (call.meeting) return call.meeting.code;
  const among = call.direction === "internal" || party?.role === "consulted" || party?.role === "member";
  if (party && among) return otherOf(call, party)?.number ?? "";
  // The agent's own leg shows whom it calls; the callee sees the number that is displayed.
  if (id === call.far) return call.displayed || call.caller;
  return call.direction === "inbound" ? call.caller : call.callee;
}
