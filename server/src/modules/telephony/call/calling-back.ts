/** A caller whom nobody answered is called back: his call knows by whom, and by which call. */
import type { CallFact } from "../../event-log/index.ts";

/** A fact of another call of the enterprise. */
export interface MarkEffect {
  readonly do: "mark";
  readonly callId: string;
  readonly actor: string;
  readonly fact: CallFact;
}

/** When the customer's telephone is dialled. agentId: of whoever calls. */
export const calledBack = (abandoned: string, callId: string, agentId: string): MarkEffect => ({
  do: "mark",
  callId: abandoned,
  actor: agentId,
  fact: { type: "callbackDialled", callId, try: 0, agentId },
});
