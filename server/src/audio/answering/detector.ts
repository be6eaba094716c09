/**
 * Answering machine detection: who answered, from the sound of the line alone, as soon as it can be known. The rules and parameters
 * are those of Asterisk's AMD (parameters.ts); ours are the tones (fax, beep, those of the network) and the opening. Pure.
 */
import { frameMs } from "../../ports/speech-listening.ts";
import { createFrameJudge, type FrameJudge } from "./frame-voice.ts";
import { networkTone } from "./network-tones.ts";
import { createOpening } from "./opening.ts";
import { answerParameters, type AnswerParameters } from "./parameters.ts";
import { createToneRuns, type ToneRun } from "./tone-runs.ts";
import type { AnswerReason, AnswerVerdict, Listener, AnswerClass } from "./verdict.ts";

/** A fax machine's tones, and how long each lasts before it is believed. */
const faxTones = [
  { reason: "cng", hz: 1_100, within: 38, ms: 380 },
  { reason: "ced", hz: 2_100, within: 25, ms: 600 },
] as const;
const beepHz = { from: 400, to: 2_000 };
/** What is heard before a beep, at least. ms */
const spokenBeforeBeep = 300;
/** A shorter pause is part of a phrase: a closure that noise fills or does not. ms */
const withinPhrase = 200;

const classes: Readonly<Record<Exclude<AnswerReason, "ended" | "totalAnalysis">, AnswerClass>> = {
  afterGreeting: "person",
  opening: "person",
  greeting: "machine",
  words: "machine",
  beep: "machine",
  cng: "fax",
  ced: "fax",
  initialSilence: "silence",
  busyTone: "silence",
  congestionTone: "silence",
  unobtainableTone: "silence",
  ringback: "silence",
  decideBy: "unknown",
};

/** `beep`: of the parameters; `voice`: how much was spoken, ms. */
function reasonOfTone({ hz, fromMs, toMs }: ToneRun, voice: number, beep: number): AnswerReason | undefined {
  const lasted = toMs - fromMs;
  if (voice >= spokenBeforeBeep) return lasted >= beep && hz >= beepHz.from && hz <= beepHz.to ? "beep" : undefined;
  return faxTones.find((fax) => Math.abs(hz - fax.hz) <= fax.within && lasted >= fax.ms)?.reason;
}

/** `judge`: what frames are; another one is for comparing. */
export function createAnswerDetector(
  parameters: Partial<AnswerParameters> = {},
  judge: FrameJudge = createFrameJudge({ ...answerParameters, ...parameters }.silenceThreshold),
): Listener<AnswerVerdict> {
  const rules: AnswerParameters = { ...answerParameters, ...parameters };
  const tones = createToneRuns();
  let now = 0;
  /** Of voice in all, of the word that is going on. */
  let voice = 0;
  let word = 0;
  let phrase = 0;
  let longest = 0;
  let silence = 0;
  let words = 0;
  /** Quiet since the answer or the last tone. */
  let waiting = 0;
  const opening = createOpening(rules);
  let verdict: AnswerVerdict | undefined;

  const spoken = (): boolean => voice >= rules.minimumWordLength;
  const is = (reason: keyof typeof classes): AnswerReason => reason;

  /** People speak in short phrases, recordings in whole sentences: the longest phrase counts more. */
  const speech = (): number => voice + rules.phraseWeight * longest;

  /** Who began to speak only now may go on. */
  function dueBy(): AnswerReason | undefined {
    if (rules.decideBy === 0 || now < rules.decideBy || speech() < rules.greeting / 2) return undefined;
    if (2 * silence >= rules.afterGreetingSilence) return is("afterGreeting");
    return is(opening.opened ? "opening" : speech() >= rules.greeting ? "greeting" : "decideBy");
  }

  /** A sound that is too short for a word, such as the click of an answer, is forgotten. */
  function hearQuiet(): AnswerReason | undefined {
    silence += frameMs;
    waiting += frameMs;
    if (silence >= rules.betweenWordsSilence) {
      if (word < rules.minimumWordLength && words === 0) voice = 0;
      opening.pause(silence, words, word);
      word = 0;
    }
    if (!spoken()) {
      if (waiting < rules.initialSilence) return undefined;
      return is(networkTone(tones.over, waiting) === "ringback" ? "ringback" : "initialSilence");
    }
    if (opening.firstWord(words) && silence >= rules.openingSilence) return is("opening");
    return silence >= rules.afterGreetingSilence ? is("afterGreeting") : dueBy();
  }

  function hearVoice(): AnswerReason | undefined {
    opening.goesOn(silence, words);
    const bridged = silence <= withinPhrase && spoken() ? silence : 0;
    voice += bridged + frameMs;
    phrase = (silence <= withinPhrase ? phrase + bridged : 0) + frameMs;
    longest = Math.max(longest, phrase);
    silence = 0;
    word += frameMs;
    if (word - frameMs < rules.minimumWordLength && word >= rules.minimumWordLength) words += 1;
    if (words > rules.maximumWords) return is("words");
    const most = rules.decideBy === 0 || now >= rules.decideBy ? rules.greeting : rules.longGreeting;
    return speech() >= most ? is(opening.opened ? "opening" : "greeting") : dueBy();
  }

  function hearNetwork(): AnswerReason | undefined {
    const tone = networkTone(tones.over, 0);
    return tone === "busy" || tone === "congestion" || tone === "unobtainable" ? is(`${tone}Tone`) : undefined;
  }

  function decide(reason: AnswerReason | undefined): void {
    if (reason === undefined) return;
    const known = reason === "ended" || reason === "totalAnalysis" ? lastly() : classes[reason];
    verdict = { class: known, reason, ms: now };
  }

  /** Without a verdict by the rules: a tone or nothing was heard, or something that nobody understands. */
  const lastly = (): AnswerClass => (spoken() ? "unknown" : "silence");

  return {
    hear(samples) {
      if (verdict) return verdict;
      const { kind, hz, db } = judge(samples);
      const before = tones.over.length;
      tones.push(kind === "tone" ? hz : undefined, db);
      now += frameMs;
      opening.push(db);
      const tone = tones.current;
      if (kind === "tone") waiting = 0;
      const heard =
        tone && kind === "tone" ? reasonOfTone(tone, voice, rules.beep) : kind === "voice" ? hearVoice() : hearQuiet();
      decide(heard ?? (tones.over.length > before ? hearNetwork() : undefined));
      if (!verdict && now >= rules.totalAnalysis) decide("totalAnalysis");
      return verdict;
    },
    end() {
      if (!verdict) decide("ended");
      return verdict!;
    },
  };
}
