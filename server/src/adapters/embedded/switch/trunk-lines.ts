/** Trunks as the media has them: their SIP is its own. See adapters/production/switch/trunks. */
import type { HangupCause, LegId, OriginateRequest, OverTrunks, Release, Trunk } from "../../../ports/switch.ts";

export interface TrunkHooks {
  /** A call came in. */
  incoming(leg: LegId, call: IncomingTrunkCall): void;
  ringing(leg: LegId): void;
  progress(leg: LegId): void;
  answered(leg: LegId): void;
  /** The far side ended it, or no trunk took it. Told once, and never after `end`. */
  ended(leg: LegId, cause: HangupCause, release: Release): void;
  state(trunk: string, up: boolean): void;
}

export interface IncomingTrunkCall {
  readonly trunk: string;
  readonly from: string;
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TrunkLines {
  begin(hooks: TrunkHooks): void;
  provision(trunks: readonly Trunk[]): Promise<void>;
  /** As of the port. */
  room(trunks: readonly string[]): Promise<number>;
  /** Resolves when the first trunk has the call; rejects when none takes one. */
  call(leg: LegId, to: OverTrunks, request: OriginateRequest): Promise<void>;
  ring(leg: LegId): void;
  /** Resolves when it is answered. */
  answer(leg: LegId): Promise<void>;
  end(leg: LegId, cause: HangupCause): void;
  /** What the far side told so far. */
  told(leg: LegId): Release;
}
