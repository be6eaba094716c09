/** What a leg over a trunk has in place of a dialogue of ours. */
import type { KeptState } from "../../../ports/leg-store.ts";
import type { HangupCause, LegId, Release } from "../../../ports/switch.ts";
import type { LegSide } from "./legs.ts";
import type { TrunkLines } from "./trunk-lines.ts";

/** In the place of a dialogue. */
export const keptTrunk = { overTrunk: true } as const satisfies KeptState;

export class TrunkSide implements LegSide {
  readonly id: LegId;
  readonly socket = undefined;
  readonly offer = undefined;
  at: LegSide["at"];
  private readonly lines: TrunkLines;

  constructor(id: LegId, lines: TrunkLines, at: LegSide["at"]) {
    this.id = id;
    this.lines = lines;
    this.at = at;
  }

  /** The channel is Asterisk's, which tells the trunk when it is taken away. */
  readonly ringing = undefined;

  get told(): Release {
    return this.lines.told(this.id);
  }

  answered(): void {
    this.at = "up";
  }

  ring(): void {
    if (this.at === "invited") this.lines.ring(this.id);
  }

  end(cause: HangupCause): void {
    this.at = "over";
    this.lines.end(this.id, cause);
  }

  /** Asterisk sends keys itself. */
  sendInfo(): boolean {
    return false;
  }

  /** Nobody outside knows what to make of it. */
  inform(): void {}

  take(): void {}
  accept(): void {}
  invite(): void {}
  cut(): void {}
  adopt(): boolean {
    return false;
  }
  join(): boolean {
    return false;
  }
  takeUp(): boolean {
    return false;
  }
  letGo(): void {
    this.at = "over";
  }

  /** The dialogue is Asterisk's and stays with it. */
  get kept(): KeptState | undefined {
    return this.at === "up" ? keptTrunk : undefined;
  }
}
