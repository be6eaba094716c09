/** Tables of live legs; joined in ../schema.ts. */
import type { Generated } from "kysely";
import type { KeptKind } from "../leg-store.ts";

export interface LiveLegTable {
  /** Whose part of the switch has it; '' : the switch as a whole. */
  compId: Generated<string>;
  /** fence: the one row of a part whose epoch is in force. */
  kind: KeptKind | "fence";
  key: string;
  epoch: number;
  /** JSON. */
  state: string;
}

export interface LiveLegsTables {
  live_leg: LiveLegTable;
}
