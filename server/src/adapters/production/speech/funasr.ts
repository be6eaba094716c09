/**
 * FunASR's runtime in mode 2pass (github.com/modelscope/FunASR, runtime/docs/websocket_protocol.md): a first guess while one speaks
 * (2pass-online, in pieces), the mended sentence at a pause (2pass-offline). Its Python server takes 16,000 Hz only, says `is_final` of
 * the wrong moments, and nothing at all of a sentence that it did not understand. Both runtimes answer with the name that they were
 * told last: another name with the end tells its answer from that of a pause before it.
 */
import type { Listen } from "../../../ports/speech.ts";
import { nothingHeard, type Heard } from "../../embedded/speech/listening/recogniser.ts";
import { withoutGaps } from "../../embedded/speech/listening/phrases.ts";
import { bytesOf, type Talk } from "./talk.ts";
import { createUpsampler } from "./upsample.ts";

interface Message {
  readonly mode?: unknown;
  readonly wav_name?: unknown;
  readonly text?: unknown;
}

const endName = "end";
/** Weight of an expected phrase, as its documents use it. */
const hotword = 20;
/** More are of no use, and the message has a size. */
const mostHotwords = 100;

export function funasrTalk({ phrases = [] }: Listen, partial: (text: string) => void): Talk {
  const upsample = createUpsampler();
  const hotwords = Object.fromEntries(phrases.slice(0, mostHotwords).map(({ text }) => [text, hotword]));
  let mended = "";
  let guess = "";
  const heard = (): Heard => {
    const text = withoutGaps(mended + guess);
    return text === "" ? nothingHeard : { text, confidence: 1, alternatives: [] };
  };
  return {
    hello: JSON.stringify({
      mode: "2pass",
      wav_name: "sentence",
      wav_format: "pcm",
      audio_fs: 16_000,
      is_speaking: true,
      chunk_size: [5, 10, 5],
      chunk_interval: 10,
      itn: true,
      ...(phrases.length > 0 ? { hotwords: JSON.stringify(hotwords) } : {}),
    }),
    bye: JSON.stringify({ is_speaking: false, wav_name: endName }),
    // 60 ms: chunk_size[1] * 60 / chunk_interval.
    batch: 3,
    encode: (frame) => bytesOf(upsample(frame)),
    read(message, { bye }) {
      const { mode, text, wav_name: name } = message as Message;
      if (typeof mode !== "string" || typeof text !== "string") return undefined;
      if (mode.endsWith("offline")) {
        mended += text;
        guess = "";
        if (bye && name === endName) return heard();
      } else guess += text;
      partial(withoutGaps(mended + guess));
      return undefined;
    },
    settled: () => mended !== "" && guess === "",
    rest: (hungUp) => (hungUp && mended + guess === "" ? undefined : heard()),
  };
}
