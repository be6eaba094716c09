/** What a floor that dials is asked for. */
export interface FloorPlan {
  readonly callees: number;
  readonly agents: number;
  readonly minutes: number;
  readonly mode: "progressive" | "ratio" | "predictive";
  /** Mean talk, s. */
  readonly talkS: number;
  /** Callees speak as people and machines do, and the task tells them apart. */
  readonly detects: boolean;
  readonly seed: number;
}
