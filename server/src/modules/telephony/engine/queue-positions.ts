/** Tells waiting callers their places: in one go, so that a queue of a thousand is not gone through whenever one leaves it. */
import type { Clock, Timer } from "../../../ports/clock.ts";
import { limits } from "../call/limits.ts";
import type { Call, CallInput } from "../call/types.ts";

export interface QueuePositionsDeps {
  readonly clock: Clock;
  calls(): Iterable<Call>;
  /** Callers before this one; undefined: it does not wait. */
  ahead(callId: string): number | undefined;
  dispatch(callId: string, input: CallInput): void;
}

export class QueuePositions {
  readonly #d: QueuePositionsDeps;
  /** Set while places have changed that were not told yet. */
  #due: Timer | undefined;

  constructor(deps: QueuePositionsDeps) {
    this.#d = deps;
  }

  changed(): void {
    this.#due ??= this.#d.clock.after(limits.position, () => this.#announce());
  }

  stop(): void {
    this.#due?.cancel();
  }

  #announce(): void {
    this.#due = undefined;
    const now = this.#d.clock.now();
    let early = false;
    for (const call of [...this.#d.calls()]) {
      const ahead = call.phase.kind === "waiting" ? this.#d.ahead(call.callId) : undefined;
      if (ahead === undefined || ahead === call.ahead) continue;
      if (call.informed && now - call.informed.at < limits.position) early = true;
      else this.#d.dispatch(call.callId, { type: "position", ahead });
    }
    if (early) this.changed();
  }
}
