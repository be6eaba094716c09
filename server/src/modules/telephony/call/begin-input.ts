/** How a call begins. */
import type { EndCause } from "@liantai/api/contract";
import type { Decided } from "./offer-input.ts";

/** refuse: the call is logged and ends at once. screened: what the screening said, where it said something. */
export interface BeginInput {
  readonly type: "begin";
  readonly refuse?: EndCause;
  /** Who is called is in another call of ours. */
  readonly inCall?: boolean;
  /** Who opened the meeting, as the log names him. */
  readonly by?: string;
  readonly screened?: { readonly ok: boolean; readonly text: string };
  /** Of a callback: why this agent. */
  readonly decided?: Decided;
}
