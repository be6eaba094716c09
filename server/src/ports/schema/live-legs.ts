/** Tables of live legs; joined in ../schema.ts. */
import type { KeptKind } from "../leg-store.ts";

export interface LiveLegTable {
  /** fence: the one row whose epoch is in force. */
  kind: KeptKind | "fence";
  key: string;
  epoch: number;
  /** JSON. */
  state: string;
}

export interface LiveLegsTables {
  live_leg: LiveLegTable;
}
