/** Facts of how a call sounded. */

/** One telephone, as it was measured about every 5 s (port Switch, event `quality`). */
export interface MeasuredLeg {
  /** Of whom the call is about: the customer. */
  readonly customer?: true;
  readonly agentId?: string;
  readonly number: string;
  /** Mean opinion score, 1 to 4.5: the mean, and the worst of one measurement (telephony/mos.ts). */
  readonly mos: number;
  readonly worst: number;
  /** Share of packets, 0 to 1. */
  readonly loss: number;
  readonly jitterMs: number;
  readonly rttMs?: number;
  /** How many measurements there were. */
  readonly samples: number;
}

/** Once a call, after its end. In the order in which the telephones joined; absent where nothing was measured. */
export interface AudioFact {
  readonly type: "audioMeasured";
  readonly legs: readonly MeasuredLeg[];
}
