/** 呼转 of a seat, as the log holds it. */
import type { ForwardMode } from "@liantai/api/contract/forward";

/** number: of the seat; to: whom it calls instead. displayed: what a number outside sees. */
export interface ForwardFact {
  readonly type: "forwarded";
  readonly agentId: string;
  readonly number: string;
  readonly mode: ForwardMode;
  readonly to: string;
  readonly toAgentId?: string;
  readonly displayed?: string;
}
