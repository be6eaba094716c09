/** Silero for a line where the installation has it (docs/protocol.md, A21). */
import type { Clock } from "../../../../ports/clock.ts";
import type { Logger } from "../../../../ports/logger.ts";
import type { SpeechFailed } from "../../../../ports/speech.ts";
import type { OutsideEngines } from "../outside.ts";
import { createDetector, sturdy } from "./detector.ts";
import type { FarDetector } from "./recogniser.ts";

interface SileroDeps {
  readonly outside: Pick<OutsideEngines, "detector"> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One for each line; undefined: fvad says who speaks there. */
export function createSileroOf({ outside, clock, logger }: SileroDeps): () => Promise<FarDetector | undefined> {
  /** It is there and fails: said once, until it does not. */
  let missed = false;
  return async () => {
    try {
      const far = await outside?.detector();
      missed = false;
      return far && sturdy(far, await createDetector(), clock);
    } catch (error) {
      const { cause, reason } = error as SpeechFailed;
      if (!missed) logger.warn({ error: cause }, `Silero is not used (${reason}): fvad says who speaks`);
      missed = true;
      return undefined;
    }
  };
}
