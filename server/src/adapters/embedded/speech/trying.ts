/** A test of an engine: it says a sentence, or recognises one that the embedded speaker says. */
import { readFile } from "node:fs/promises";
import { readSamples } from "@liantai/api/wav";
import { toTelephone } from "../../../audio/telephone.ts";
import type { Clock } from "../../../ports/clock.ts";
import {
  SpeechFailed,
  type EngineTest,
  type ListeningEvent,
  type Speech,
  type SpeechEngine,
} from "../../../ports/speech.ts";
import { frameSamples } from "../../../ports/speech-listening.ts";
import { usualVoice, type Spoken } from "./spoken.ts";

export const trySentence = "您好，语音合成测试。";
/** What is said to a recogniser, in a voice that no template of the closed grammar has. */
export const tryPhrase = "查询话费余额";
const tryVoice = { voice: "cmn+m7", speed: 100, volume: 100, pitch: 50 } as const;
const tryPhrases = [tryPhrase, "我要办理宽带", "转人工客服"].map((text, n) => ({ id: String(n), text }));
const silence = new Int16Array(frameSamples);

const failed = (ms: number, error: unknown): EngineTest => ({
  ok: false,
  ms,
  text: "",
  reason: (error instanceof SpeechFailed && error.reason) || "测试失败",
});

/** Samples of a kept file. */
export const samplesOf = async (path: string): Promise<Int16Array> => toTelephone(readSamples(await readFile(path)));

/** Frames of 20 ms, half a second of silence before and a second after. */
function frames(samples: Int16Array): readonly Int16Array[] {
  const spoken = Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, n) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(n * frameSamples, (n + 1) * frameSamples));
    return frame;
  });
  const quiet = (count: number): Int16Array[] => Array.from({ length: count }, () => silence);
  return [...quiet(25), ...spoken, ...quiet(50)];
}

async function recognised(speech: Speech, engine: SpeechEngine, samples: Int16Array): Promise<string> {
  let settle: { done(text: string): void; broken(error: Error): void } | undefined;
  const result = new Promise<string>((done, broken) => (settle = { done, broken }));
  result.catch(() => undefined);
  let text = "";
  const heard = (event: ListeningEvent): void => {
    if (event.type === "final") text = event.text;
    if (event.type === "ended") settle?.done(text);
    if (event.type === "failed") settle?.broken(new SpeechFailed(undefined, event.reason));
  };
  const session = await speech.listen({ engine, phrases: tryPhrases, noInputMs: 10_000 }, heard);
  if (engine.provider === "typed") session.type(tryPhrase);
  // Elsewhere audio comes as fast as people speak; recognisers take it faster, too.
  else for (const frame of frames(samples)) session.push(frame);
  session.end();
  return result;
}

export interface TryingDeps {
  readonly speech: Speech;
  readonly spoken: Spoken;
  readonly clock: Clock;
}

export async function tryEngine({ speech, spoken, clock }: TryingDeps, engine: SpeechEngine): Promise<EngineTest> {
  const recognises = engine.provider !== "espeak" && engine.provider !== "http";
  let began = clock.now();
  try {
    if (!recognises) {
      const voice = { ...usualVoice, voice: engine.voices[0] ?? "" };
      // Never one that was kept: an engine that is down now would pass.
      const wav = await spoken.fresh(trySentence, voice, engine);
      return { ok: true, ms: clock.now() - began, text: trySentence, wav, reason: "" };
    }
    const samples = await samplesOf(await speech.synthesise(tryPhrase, tryVoice));
    if (engine.provider === "grammar") await speech.prepare({ engine, phrases: tryPhrases });
    began = clock.now();
    const text = await recognised(speech, engine, samples);
    const reason = text === "" ? "引擎有响应，但没有识别出测试语句" : "";
    return { ok: text !== "", ms: clock.now() - began, text, reason };
  } catch (error) {
    return failed(clock.now() - began, error);
  }
}
