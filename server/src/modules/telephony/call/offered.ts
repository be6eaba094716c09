/** Who is rung, as the call and its log hold it. */
import type { GroupPlan } from "../../numbers/index.ts";
import type { Draft } from "./draft.ts";
import type { NewParty } from "./party.ts";
import type { CallInput } from "./types.ts";

type Offer = Extract<CallInput, { type: "offer" }>;

/** What is known of a party beside its number. */
export const known = ({
  name,
  recordsByHand,
  endsConference,
  displayed,
  forwards,
  forwarding,
}: Offer): Partial<NewParty> => ({
  ...(name ? { name } : {}),
  ...(recordsByHand ? { recordsByHand: true } : {}),
  ...(endsConference ? { endsConference: true } : {}),
  ...(displayed ? { displayed } : {}),
  ...(forwards ? { forwards } : {}),
  ...(forwarding ? { forwarding } : {}),
});

/** Who is rung and why, with what there was to choose from. */
export function noteOffer(
  d: Draft,
  { agentId, number, displayed, idleMs, reason, decision }: Offer,
  group: GroupPlan | undefined,
  ringMs: number,
): void {
  if (!agentId) return d.note({ type: "dialled", to: number, ...(displayed ? { displayed } : {}) }, "engine", reason);
  const through = group ? { skillGroupId: group.id } : {};
  d.note({ type: "offered", agentId, ringMs, idleMs, ...through, number }, "engine", reason);
  if (group && decision) d.note({ type: "decision", agentId, skillGroupId: group.id, ...decision }, "engine", reason);
}
