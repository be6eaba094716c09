/** The echo number: whoever calls it from a telephone of a seat hears himself. It is nobody's call: no record, no state, no bill. */
import type { Timer } from "../../../ports/clock.ts";
import type { LegId } from "../../../ports/switch.ts";
import type { EngineDeps } from "./deps.ts";
import type { LegEvent } from "./leg-router.ts";

const longestMs = 60_000;

export class Echo {
  readonly #d: Pick<EngineDeps, "switch" | "clock" | "logger" | "legs">;
  readonly #legs = new Map<LegId, Timer>();
  /** A telephone has one. */
  readonly #of = new Map<string, LegId>();

  constructor(deps: Pick<EngineDeps, "switch" | "clock" | "logger" | "legs">) {
    this.#d = deps;
  }

  async answer(leg: LegId, user: string): Promise<void> {
    const before = this.#of.get(user);
    if (before !== undefined) this.#end(before);
    this.#of.set(user, leg);
    this.#legs.set(
      leg,
      this.#d.clock.after(longestMs, () => this.#end(leg)),
    );
    this.#d.legs.belongs(leg, this.#heard);
    this.#d.legs.replay(leg);
    if (!this.#legs.has(leg)) return;
    await this.#d.switch.answer(leg);
  }

  readonly #heard = (event: LegEvent): void => {
    const { leg } = event;
    if (event.type === "answered") this.#loop(leg);
    else if (event.type === "lost") this.#end(leg);
    else if (event.type === "hungup") {
      this.#legs.get(leg)?.cancel();
      this.#legs.delete(leg);
      for (const [user, theirs] of this.#of) if (theirs === leg) this.#of.delete(user);
    }
  };

  /** This process does not lead any more. */
  stop(): void {
    for (const [leg, timer] of this.#legs) {
      timer.cancel();
      this.#end(leg);
    }
    this.#legs.clear();
    this.#of.clear();
  }

  #loop(leg: LegId): void {
    const plan = new Map([[leg, { kind: "legs", legs: [leg] } as const]]);
    void this.#d.switch.arrange(`echo-${leg}`, plan).catch((error: unknown) => {
      this.#d.logger.warn({ error }, "an echo could not be set up");
      this.#end(leg);
    });
  }

  #end(leg: LegId): void {
    void this.#d.switch.hangup(leg).catch(() => undefined);
  }
}
