/**
 * Vosk's server (github.com/alphacep/vosk-server, websocket/asr_server.py): every message of audio is answered, by a partial or by a
 * sentence that it thinks is over; the end is the text '{"eof" : 1}' to the letter, after whose answer it hangs up.
 */
import { nothingHeard, type Heard } from "../../embedded/speech/listening/recogniser.ts";
import { withoutGaps } from "../../embedded/speech/listening/phrases.ts";
import { bytesOf, type Talk } from "./talk.ts";

interface Message {
  readonly partial?: unknown;
  readonly text?: unknown;
  /** A word each; conf from 0 to 1. */
  readonly result?: unknown;
}

const confidences = (result: unknown): readonly number[] =>
  Array.isArray(result)
    ? result.map((word) => (word as { conf?: unknown }).conf).filter((conf) => typeof conf === "number")
    : [];

export function voskTalk(partial: (text: string) => void): Talk {
  const texts: string[] = [];
  const sureness: number[] = [];
  let answers = 0;
  let guess = "";
  const all = (): string => withoutGaps([...texts, guess].filter(Boolean).join(" "));
  const heard = (): Heard => {
    const text = all();
    const mean = sureness.reduce((sum, conf) => sum + conf, 0) / sureness.length;
    const confidence = sureness.length > 0 ? Math.max(0, Math.min(1, mean)) : 1;
    return text === "" ? nothingHeard : { text, confidence, alternatives: [] };
  };
  return {
    // No phrase_list: it must be split into the model's own words, or nothing is understood any more.
    hello: JSON.stringify({ config: { sample_rate: 8_000, words: true } }),
    bye: '{"eof" : 1}',
    batch: 5,
    encode: bytesOf,
    read(message, { audio, bye }) {
      const { partial: some, text, result } = message as Message;
      answers += 1;
      if (typeof text === "string") {
        if (text !== "") texts.push(text);
        sureness.push(...confidences(result));
        guess = "";
      } else if (typeof some === "string") guess = some;
      if (bye && answers > audio) return heard();
      partial(all());
      return undefined;
    },
    settled: () => false,
    rest: () => (texts.length > 0 || guess !== "" ? heard() : undefined),
  };
}
