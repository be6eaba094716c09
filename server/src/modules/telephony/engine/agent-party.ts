import type { SeatInfo } from "../../numbers/index.ts";
import type { AskedParty } from "../call/types.ts";
import type { AgentSession } from "./agent-session.ts";

/** What stands for the seat as its number: of a line outside without an extension the work number. */
export const seatNumber = ({ extension, agentId }: Pick<SeatInfo, "extension" | "agentId">): string =>
  extension || agentId;

/** An agent as a party of a call that he makes, is asked into or joins. */
export const agentParty = ({
  seat,
  agentId,
}: AgentSession): AskedParty & { readonly agentId: string; readonly wrapUpMs: number } => ({
  number: seatNumber(seat),
  user: seat.user,
  name: seat.name,
  agentId,
  wrapUpMs: seat.groups[0]?.wrapUpMs ?? 0,
  ...(seat.groups[0]?.wrapUpRules ? { wrapUpRules: seat.groups[0].wrapUpRules } : {}),
  ...(seat.recordsByHand ? { recordsByHand: true } : {}),
  ...(seat.endsConference ? { endsConference: true } : {}),
});
