import type { LegId } from "../../../ports/switch.ts";

/** An agent who is lost at a line outside has called an access number himself. */
export interface CalledAgain {
  readonly type: "calledAgain";
  readonly agentId: string;
  readonly leg: LegId;
}
