/** What supervisors do to a call. */
import type { AskedParty, Person, SuperviseMode } from "./party.ts";

export type SupervisorInput =
  /** by: of a seat or of an administrator. target: the agent who is supervised. ringMs: of a telephone that must be lifted. */
  | {
      readonly type: "supervise";
      readonly by: AskedParty;
      readonly target: string;
      readonly mode: SuperviseMode;
      readonly ringMs?: number;
    }
  | { readonly type: "takeOver"; readonly by: Person }
  /** The call of this agent goes to another seat; by: as the log names him. */
  | { readonly type: "switchTo"; readonly by: string; readonly target: string; readonly to: AskedParty }
  /** An administrator lets go of the call. */
  | { readonly type: "leave"; readonly by: Person }
  /** He may hear this agent no longer. */
  | { readonly type: "noRight"; readonly by: Person; readonly target: string }
  /** by: of a seat or of an administrator. */
  | { readonly type: "pickUp"; readonly by: AskedParty; readonly ringMs?: number }
  | { readonly type: "endByMonitor"; readonly by: string; readonly target: string };
