/** 呼转 of a party, as it is asked for and answered: data only. */
import type { AskedParty, PartyId } from "./party.ts";

/** Answer to the effect `forward`; `originateFailed` is the other one. by: the seats that it has come through. */
export interface ForwardInput {
  readonly type: "forwarded";
  readonly attempt: number;
  readonly to: AskedParty;
  readonly by: readonly string[];
}

/** Find out where the calls of this party's seat go. */
export interface ForwardEffect {
  readonly do: "forward";
  readonly attempt: number;
  readonly party: PartyId;
}
