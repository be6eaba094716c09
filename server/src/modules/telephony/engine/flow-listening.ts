/** A caller in a flow is listened to: a copy of what he says goes to the enterprise's recogniser. */
import type { FlowEffect, FlowEvent } from "@liantai/api/flows";
import type { Logger } from "../../../ports/logger.ts";
import { SpeechFailed } from "../../../ports/speech.ts";
import type { FlowListening, FlowPort, Heard } from "../flows.ts";

interface ListeningDeps {
  readonly flows: Pick<FlowPort, "listen">;
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
  { flows, logger }: ListeningDeps,
  { id, bargeInMs, ...options }: Extract<FlowEffect, { do: "listen" }>,
  line: Line,
): Promise<void> {
  const { compId, callId, fork, engineId } = line;
  /** It began within a wording, and is to last before it cuts that off. */
  let short = false;
  let listening: FlowListening | undefined;
  const nothing = (why: "silence" | "failed"): void => {
    if (line.isOpen()) line.tell({ type: "nothingHeard", id, why });
  };
  const failed = (error: unknown): void => {
    logger.warn({ error, callId }, "a caller could not be listened to");
    if (line.isOpen()) line.failed?.(error instanceof SpeechFailed ? error.reason : "");
    nothing("failed");
  };
  function heard(event: Heard): void {
    if (!line.isOpen()) return;
    switch (event.type) {
      case "started":
        short = line.sounds() && bargeInMs > detectedMs;
        return short ? undefined : line.tell({ type: "speechStarted", id });
      case "lasted":
        if (short) line.tell({ type: "speechStarted", id });
        short = false;
        return;
      case "final":
        // A cough: the wording goes on, and so does listening.
        if (short && line.sounds() && event.text.trim() === "") return void begin().catch(failed);
        return line.tell({ type: "heard", id, text: event.text.slice(0, 1_000), confidence: event.confidence });
      case "silence":
        return nothing("silence");
      case "failed":
        line.failed?.(event.reason);
        return nothing("failed");
    }
  }
  async function begin(): Promise<void> {
    short = false;
    const asked = { ...options, lastsMs: bargeInMs > detectedMs ? bargeInMs : 0 };
    const begun = await flows.listen(compId, engineId === undefined ? asked : { ...asked, engineId }, heard);
    if (!line.isOpen()) return begun?.close();
    listening = begun;
    if (!begun) nothing("failed");
  }
  try {
    await begin();
    if (!line.isOpen()) return listening?.close();
    if (fork === undefined) {
      listening?.close();
      return nothing("failed");
    }
    const stop = await fork((samples) => {
      // Where no wording may be cut off nothing is heard while one sounds.
      if (bargeInMs > 0 || !line.sounds()) listening?.push(samples);
    });
    const close = (): void => {
      stop();
      listening?.close();
    };
    if (line.isOpen()) line.keep(close);
    else close();
  } catch (error) {
    failed(error);
  }
}
