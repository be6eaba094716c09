/** Which enterprise's engine hears of a leg. One a switch: events of legs that nobody knows yet are kept while somebody is expected to. */
import type { LegId, SwitchEvent } from "../../../ports/switch.ts";

export type LegEvent = Exclude<SwitchEvent, { type: "incoming" | "registered" | "unregistered" | "trunk" }>;
type Hears = (event: LegEvent) => void;

export class LegRouter {
  readonly #legs = new Map<LegId, Hears>();
  /** Events of legs whose originate, or whose look-up, has not come back yet. */
  readonly #early = new Map<LegId, LegEvent[]>();
  #expected = 0;

  /** A leg may make itself heard before its call is known: its events are kept until `expected`. */
  expect(): void {
    this.#expected += 1;
  }

  expected(): void {
    this.#expected -= 1;
    if (this.#expected === 0) this.#early.clear();
  }

  belongs(leg: LegId, hears: Hears): void {
    this.#legs.set(leg, hears);
  }

  /** What came of the leg before its call was known. */
  replay(leg: LegId): void {
    const events = this.#early.get(leg) ?? [];
    this.#early.delete(leg);
    for (const event of events) this.heard(event);
  }

  heard(event: LegEvent): void {
    const hears = this.#legs.get(event.leg);
    if (hears) {
      if (event.type === "hungup") this.#legs.delete(event.leg);
      return hears(event);
    }
    if (this.#expected > 0 && event.type !== "quality")
      this.#early.set(event.leg, [...(this.#early.get(event.leg) ?? []), event]);
  }
}
