/** Sentences of flow tests on real audio: spoken by a voice that no template has, through a telephone line, to the callers' recogniser. */
import { readFile } from "node:fs/promises";
import { readSamples } from "@liantai/api/wav";
import type { HeardInTest, Listened } from "@liantai/api/flows";
import { toTelephone } from "../../audio/telephone.ts";
import type { Ports } from "../../ports/index.ts";
import { SpeechFailed } from "../../ports/speech.ts";
import { frameMs, frameSamples } from "../../ports/speech-listening.ts";
import type { FlowPort } from "../telephony/index.ts";

export interface TestEarsDeps extends Pick<FlowPort, "listen" | "robots"> {
  readonly ports: Pick<Ports, "speech">;
}

const caller = { voice: "cmn+m7", speed: 100, volume: 100, pitch: 50 } as const;
/** ms of silence before the sentence, and after it beyond what ends it. */
const [before, after] = [500, 1_000];

const failed = (error: unknown): HeardInTest => ({
  type: "failed",
  reason: (error instanceof SpeechFailed && error.reason) || "语音引擎不可用",
});

/** Frames of 20 ms; the last is filled up with silence. */
const framesOf = (samples: Int16Array): readonly Int16Array[] =>
  Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, n) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(n * frameSamples, (n + 1) * frameSamples));
    return frame;
  });
const silence = (ms: number): readonly Int16Array[] =>
  Array.from({ length: Math.ceil(ms / frameMs) }, () => new Int16Array(frameSamples));

export function createTestEars({ ports: { speech }, listen, robots }: TestEarsDeps) {
  /** A recording is a caller's already. */
  const sound = async (said: string | Uint8Array): Promise<Int16Array> =>
    toTelephone(readSamples(typeof said === "string" ? await readFile(await speech.synthesise(said, caller)) : said));

  async function hears(
    compId: string,
    flowId: string,
    said: string | Uint8Array,
    listened: Listened,
  ): Promise<HeardInTest> {
    const { intents, endSilenceMs, maxMs } = listened;
    const frames = [...silence(before), ...framesOf(await sound(said)), ...silence(endSilenceMs + after)];
    const { robot } = await robots(compId, flowId);
    let settle: (heard: HeardInTest) => void = () => undefined;
    const heard = new Promise<HeardInTest>((resolve) => (settle = resolve));
    // Where nobody is heard to speak in all of it the end says so.
    const options = { intents, endSilenceMs, maxMs, noInputMs: (frames.length - 1) * frameMs, lastsMs: 0 };
    const session = await listen(compId, robot?.asr ? { ...options, engineId: robot.asr } : options, (event) => {
      if (event.type === "started" || event.type === "lasted") return;
      settle(event.type === "final" ? { type: "heard", text: event.text, confidence: event.confidence } : event);
    });
    if (!session) return failed(undefined);
    try {
      for (const frame of frames) session.push(frame);
      return await heard;
    } finally {
      session.close();
    }
  }

  return (compId: string, flowId: string) =>
    (said: string | Uint8Array, listened: Listened): Promise<HeardInTest> =>
      hears(compId, flowId, said, listened).catch(failed);
}
