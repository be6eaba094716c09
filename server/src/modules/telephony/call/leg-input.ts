/** How a party of the call comes to a leg, or to another one by somebody's doing. */
import type { DeviceKind } from "@liantai/api/contract";
import type { LegId } from "../../../ports/switch.ts";
import type { PartyId } from "./party.ts";

/** An agent who is lost at a line outside has called an access number himself. */
export interface CalledAgain {
  readonly type: "calledAgain";
  readonly agentId: string;
  readonly leg: LegId;
}

/** An agent wants to go on at his other telephone, or at his own again. */
export interface MoveDevice {
  readonly type: "moveDevice";
  readonly agentId: string;
  readonly to: DeviceKind;
}

/** line: the telephone is outside; confirm: whoever answers there must press 1. */
interface Originated {
  readonly type: "originated";
  readonly attempt: number;
  readonly leg: LegId;
  readonly line?: { readonly confirm: boolean };
}

/** Another engine goes on: this party was rung, or about to be, by the one before (K35). */
export interface RingLost {
  readonly type: "ringLost";
  readonly id: PartyId;
}

export type LegInput = CalledAgain | MoveDevice | Originated | RingLost;
