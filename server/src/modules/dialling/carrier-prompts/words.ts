/** What a line says before its answer, in words: a recogniser is asked when somebody speaks, not while a telephone rings. */
import { createFrameJudge, answerParameters } from "../../../audio/answering/index.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { ListeningSession } from "../../../ports/speech-listening.ts";
import type { EnterpriseSpeech } from "../../engines/index.ts";

/** Of voice, in frames of 20 ms: 300 ms. */
const voiceFrames = 15;
/** What is kept from before that, in frames. */
const keptFrames = 50;
/** A sentence of an announcement ends with less than people's pauses. ms */
const endSilenceMs = 500;

export interface Words {
  /** 20 ms. */
  hear(samples: Int16Array): void;
  /** Sentences so far. */
  text(): string;
  close(): void;
}

interface WordsDeps {
  readonly speech: Pick<EnterpriseSpeech, "listen">;
  readonly logger: Pick<Logger, "warn">;
}

/** heard: after each sentence. */
export function createWords({ speech, logger }: WordsDeps, heard: () => void): Words {
  const judge = createFrameJudge(answerParameters.silenceThreshold);
  const sentences: string[] = [];
  let voice = 0;
  let waiting: Int16Array[] = [];
  let session: ListeningSession | undefined;
  let state: "waits" | "opens" | "listens" | "over" = "waits";

  async function open(): Promise<void> {
    state = "opens";
    try {
      const made = await speech.listen({ continuous: true, endSilenceMs }, (event) => {
        if (event.type === "failed" || event.type === "ended") return close();
        if (event.type !== "final" || event.text === "") return;
        sentences.push(event.text);
        heard();
      });
      if (state !== "opens") return made.end();
      session = made;
      state = "listens";
      for (const frame of waiting.splice(0)) made.push(frame);
    } catch (error) {
      close();
      logger.warn({ error }, "a line is not listened to for words");
    }
  }

  function close(): void {
    const listened = state === "listens";
    state = "over";
    waiting = [];
    if (listened) session?.end();
  }

  return {
    hear(samples) {
      if (state === "over") return;
      if (state === "listens") return session?.push(samples);
      waiting.push(samples);
      if (state === "opens") return;
      if (judge(samples).kind === "voice") voice += 1;
      if (voice >= voiceFrames) void open();
      else if (waiting.length > keptFrames) waiting.shift();
    },
    text: () => sentences.join(""),
    close,
  };
}
