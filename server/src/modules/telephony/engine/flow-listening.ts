/** A caller in a flow is listened to: a copy of what he says goes to the enterprise's recogniser. */
import type { FlowEffect, FlowEvent } from "@liantai/api/flows";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import { SpeechFailed } from "../../../ports/speech.ts";
import type { FlowPort, Heard } from "../flows.ts";

interface ListeningDeps {
  readonly flows: Pick<FlowPort, "listen">;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Line {
  readonly compId: string;
  readonly callId: string;
  /** Of the robot that listens. */
  readonly engineId?: string;
  /** A copy of what he says from now on; what is given back ends it. Absent: he cannot be heard any more. */
  readonly fork: ((heard: (samples: Int16Array) => void) => Promise<() => void>) | undefined;
  /** The flow still waits for it. */
  isOpen(): boolean;
  /** A wording is being said. */
  sounds(): boolean;
  tell(event: FlowEvent): void;
  /** Ends with `close`, whoever ends it. */
  keep(close: () => void): void;
  /** It comes to nothing; Chinese, '' where nobody knows. */
  failed?(reason: string): void;
}

/** Speech is told of after about so long (docs/protocol.md, Y5). */
const detectedMs = 160;

export async function listen(
  { flows, clock, logger }: ListeningDeps,
  { id, bargeInMs, ...options }: Extract<FlowEffect, { do: "listen" }>,
  line: Line,
): Promise<void> {
  const { compId, callId, fork, engineId } = line;
  const nothing = (why: "silence" | "failed"): void => {
    if (line.isOpen()) line.tell({ type: "nothingHeard", id, why });
  };
  const started = (): void => {
    if (line.isOpen()) line.tell({ type: "speechStarted", id });
  };
  function heard(event: Heard): void {
    if (!line.isOpen()) return;
    if (event.type === "final")
      return line.tell({ type: "heard", id, text: event.text.slice(0, 1_000), confidence: event.confidence });
    if (event.type === "failed") line.failed?.(event.reason);
    if (event.type !== "started") return nothing(event.type === "silence" ? "silence" : "failed");
    // A cough cuts no wording off: who is heard has spoken for a moment already.
    if (line.sounds() && bargeInMs > detectedMs) clock.after(bargeInMs - detectedMs, started);
    else started();
  }
  try {
    const listening = await flows.listen(compId, engineId === undefined ? options : { ...options, engineId }, heard);
    if (!listening || fork === undefined || !line.isOpen()) {
      listening?.close();
      return nothing("failed");
    }
    const stop = await fork((samples) => {
      // Where no wording may be cut off nothing is heard while one sounds.
      if (bargeInMs > 0 || !line.sounds()) listening.push(samples);
    });
    const close = (): void => {
      stop();
      listening.close();
    };
    if (line.isOpen()) line.keep(close);
    else close();
  } catch (error) {
    logger.warn({ error, callId }, "a caller could not be listened to");
    if (line.isOpen()) line.failed?.(error instanceof SpeechFailed ? error.reason : "");
    nothing("failed");
  }
}
