/**
 * The closed grammar: it knows the phrases that it was given, as espeak-ng says them with three voices, and nothing else. It is no
 * recogniser for people: it makes flow tests and the demonstration run on real audio where there is no model (decision 077).
 */
import type { Clock } from "../../../../ports/clock.ts";
import { SpeechFailed, type Alternative, type Phrase } from "../../../../ports/speech.ts";
import { IdleThread } from "../../thread.ts";
import { nothingHeard, type Heard, type Recogniser, type Utterance } from "../listening/recogniser.ts";
import { confidenceOf, sure } from "./score.ts";
import type { Answered, Asked } from "./worker.ts";

/** Whose saying a phrase is compared with. */
export const templateVoices = ["cmn", "cmn+f2", "cmn+f3"] as const;
export const mostPhrases = 300;
/** Nobody says more in one go; a longer one is compared with nothing. */
export const mostPhraseChars = 60;
/** Texts whose sound is kept, some 20 KB each. */
const mostKept = 3_000;
const lateMs = 20_000;
const others = 3;

export interface GrammarDeps {
  readonly clock: Clock;
  /** Samples of 8,000 Hz. Rejects when nothing can speak. */
  readonly say: (text: string, voice: string) => Promise<Int16Array>;
}

const joined = (frames: readonly Int16Array[]): Int16Array => {
  const all = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
};

const comparable = (phrases: readonly Phrase[]): readonly Phrase[] =>
  phrases.filter(({ text }) => text.trim() !== "" && text.length <= mostPhraseChars);

export class ClosedGrammar {
  readonly #say: GrammarDeps["say"];
  readonly #thread: IdleThread<Asked, Answered>;
  /** By text, the latest last. */
  readonly #templates = new Map<string, Promise<readonly Float32Array[]>>();

  constructor({ clock, say }: GrammarDeps) {
    this.#say = say;
    this.#thread = new IdleThread(clock, new URL("worker.ts", import.meta.url), "closed grammar", lateMs);
  }

  /** Rejects with SpeechFailed. One after another: hundreds at once would stand before what is to be spoken to callers. */
  async prepare(phrases: readonly Phrase[]): Promise<void> {
    for (const { text } of comparable(phrases)) await this.#templatesOf(text);
  }

  recogniser(given: readonly Phrase[]): Recogniser {
    const phrases = comparable(given);
    return {
      ready: async () => {
        if (phrases.length === 0) throw new SpeechFailed(undefined, "内置识别只能识别给定的短语，没有可识别的短语");
        if (phrases.length > mostPhrases) throw new SpeechFailed(undefined, `内置识别最多支持${mostPhrases}条短语`);
        // Said while the caller still listens.
        Promise.all(phrases.map(({ text }) => this.#templatesOf(text))).catch(() => undefined);
      },
      begin: () => this.#utterance(phrases),
      close: () => undefined,
    };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #utterance(phrases: readonly Phrase[]): Utterance {
    const frames: Int16Array[] = [];
    return {
      push: (frame) => void frames.push(frame),
      finish: () => this.#recognise(joined(frames), phrases),
      cancel: () => void frames.splice(0),
    };
  }

  async #recognise(samples: Int16Array, phrases: readonly Phrase[]): Promise<Heard> {
    const templates = await Promise.all(phrases.map(({ text }) => this.#templatesOf(text)));
    const distances = (await this.#thread.ask({ do: "compare", samples, phrases: templates })) as readonly number[];
    const ranked = phrases
      .map((phrase, n) => ({ phrase, distance: distances[n]! }))
      .filter(({ distance }) => Number.isFinite(distance))
      .sort((a, b) => a.distance - b.distance);
    // The same words under two ids are no rivals.
    const rival = (text: string): number => ranked.find((r) => r.phrase.text !== text)?.distance ?? Infinity;
    const scored = ranked.slice(0, others + 1).map(({ phrase, distance }): Alternative => ({
      ...phrase,
      confidence: confidenceOf(distance, rival(phrase.text)),
    }));
    const [best, ...rest] = scored;
    if (!best || best.confidence < sure)
      return { ...nothingHeard, confidence: best?.confidence ?? 0, alternatives: scored };
    return { ...best, alternatives: rest };
  }

  #templatesOf(text: string): Promise<readonly Float32Array[]> {
    const known = this.#templates.get(text);
    const made = known ?? this.#make(text);
    this.#templates.delete(text);
    this.#templates.set(text, made);
    if (!known) made.catch(() => this.#templates.delete(text));
    if (this.#templates.size > mostKept) this.#templates.delete(this.#templates.keys().next().value!);
    return made;
  }

  async #make(text: string): Promise<readonly Float32Array[]> {
    try {
      return await Promise.all(
        templateVoices.map(async (voice) => {
          const samples = await this.#say(text, voice);
          return (await this.#thread.ask({ do: "learn", samples })) as Float32Array;
        }),
      );
    } catch (error) {
      throw error instanceof SpeechFailed ? error : new SpeechFailed(error, "内置识别无法生成短语的语音模板");
    }
  }
}
