/** 呼转 of a party, as the call keeps it: data only. */
import type { ForwardMode } from "@liantai/api/contract/forward";
import type { HangupCause } from "../../../ports/switch.ts";

/** Whose calls go to another number when it does not take them. */
export interface Forwards {
  readonly agentId: string;
  readonly modes: readonly ForwardMode[];
}

/** It is being found out where; cause: what came of ringing it, if it was rung. */
export interface Forwarding {
  readonly mode: ForwardMode;
  readonly cause?: HangupCause;
}
