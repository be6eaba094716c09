/** Tells that calls or states of an enterprise changed: at once, and while they go on changing at most once in `changeHintMs`. */
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { Paced } from "../paced.ts";
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
  const hints = new Paced(clock, changeHintMs, (compId) =>
    publish(broker, "day.changed", { compId }).catch((error: unknown) =>
      logger.warn({ error, compId }, "nobody was told of a changed day"),
    ),
  );
  return {
    changed(compIds) {
      for (const compId of new Set(compIds)) hints.ask(compId);
    },
    stop: () => hints.stop(),
  };
}
