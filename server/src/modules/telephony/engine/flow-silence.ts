/** Who leaves a message of a flow: so much silence ends it. */
import type { Logger } from "../../../ports/logger.ts";
import type { Speech } from "../../../ports/speech.ts";

interface SilenceDeps {
  readonly speech: Pick<Speech, "watchSilence">;
  readonly logger: Logger;
}

interface Recorded {
  readonly callId: string;
  /** A copy of what he says; what is given back ends it. Absent: he cannot be heard any more. */
  readonly fork: ((heard: (samples: Int16Array) => void) => Promise<() => void>) | undefined;
  /** The flow still waits for it. */
  isOpen(): boolean;
  silent(): void;
  /** Ends with `close`, whoever ends it. */
  keep(close: () => void): void;
}

export async function watchSilence(
  { speech, logger }: SilenceDeps,
  { silenceMs }: { readonly silenceMs: number },
  { callId, fork, isOpen, silent, keep }: Recorded,
): Promise<void> {
  if (!fork) return;
  try {
    const silence = await speech.watchSilence(silenceMs, () => {
      if (isOpen()) silent();
    });
    const stop = await fork((samples) => silence.push(samples));
    const close = (): void => {
      stop();
      silence.close();
    };
    if (isOpen()) keep(close);
    else close();
  } catch (error) {
    // It ends by key, by its length and with the call all the same.
    logger.warn({ error, callId }, "a message is not listened to");
  }
}
