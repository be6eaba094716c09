/** Tells that calls or states of an enterprise changed: at once, and while they go on changing at most once in `changeHintMs`. */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { publish } from "../topics.ts";

export const changeHintMs = 5_000;

export interface ChangeHints {
  changed(compIds: Iterable<string>): void;
  stop(): void;
}

export function createChangeHints({
  broker,
  clock,
  logger,
}: {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
}): ChangeHints {
  /** Enterprises that were told of less than `changeHintMs` ago. */
  const resting = new Map<string, { readonly timer: Timer; again: boolean }>();

  function tell(compId: string): void {
    publish(broker, "day.changed", { compId }).catch((error: unknown) =>
      logger.warn({ error, compId }, "nobody was told of a changed day"),
    );
    const timer = clock.after(changeHintMs, () => {
      const again = resting.get(compId)?.again;
      resting.delete(compId);
      if (again) tell(compId);
    });
    resting.set(compId, { timer, again: false });
  }

  return {
    changed(compIds) {
      for (const compId of new Set(compIds)) {
        const rest = resting.get(compId);
        if (rest) rest.again = true;
        else tell(compId);
      }
    },
    stop() {
      for (const { timer } of resting.values()) timer.cancel();
      resting.clear();
    },
  };
}
