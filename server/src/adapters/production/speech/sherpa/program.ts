/**
 * A program of its own that hears, or says who speaks, with sherpa-onnx: its library ends the process for a model that it cannot
 * read, and decoding takes longer than a server may wait. One model a process; it ends with its parent.
 */
import { createUpsampler } from "../upsample.ts";
import type { Asked, SherpaFiles, SherpaModel, Told } from "./messages.ts";
import type { OnlineRecognizer, OnlineStream, SherpaModule, Vad } from "./module.ts";

const lineRate = 8_000;
const modelRate = 16_000;
/** Seconds of silence after a sentence: a streaming model is that far behind. */
const tail = 0.6;
/** Seconds of sound that the detector keeps; what it found is thrown away at once. */
const vadBuffer = 30;

interface Sentence {
  readonly stream: OnlineStream;
  text: string;
}
interface Line {
  readonly vad: Vad;
  readonly upsample: (frame: Int16Array) => Int16Array;
}

let sherpa: SherpaModule;
let model: SherpaModel;
let recogniser: OnlineRecognizer;
const sentences = new Map<number, Sentence>();
const lines = new Map<number, Line>();

const tell = (told: Told): void => void process.send?.(told);
const floats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / 32_768);

async function load(given: SherpaModel, module: string): Promise<void> {
  try {
    // Its platform's half may be missing, too: then it throws an Error without a code.
    ({ default: sherpa } = (await import(module)) as { default: SherpaModule });
  } catch (error) {
    return tell({ do: "missing", why: String(error) });
  }
  model = given;
  const { hears, vad } = model;
  try {
    if (hears) recogniser = recogniserOf(hears);
    // Wrong weights are said now, not to the first caller.
    if (vad !== undefined) detector(vad);
    tell({ do: "loaded" });
  } catch (error) {
    tell({ do: "refused", why: String(error) });
  }
}

const recogniserOf = ({ tokens, encoder, decoder, joiner }: SherpaFiles): OnlineRecognizer =>
  new sherpa.OnlineRecognizer({
    featConfig: { sampleRate: modelRate, featureDim: 80 },
    modelConfig: {
      ...(joiner === undefined ? { paraformer: { encoder, decoder } } : { transducer: { encoder, decoder, joiner } }),
      ...{ tokens, numThreads: 1, provider: "cpu", debug: 0 },
    },
    decodingMethod: "greedy_search",
    enableEndpoint: 0,
  });

/** 512 samples are what Silero's fifth version takes. The server's own gate decides on ends: this one answers for the moment. */
const detector = (path: string): Vad =>
  new sherpa.Vad(
    {
      sileroVad: {
        ...{ model: path, threshold: 0.5, windowSize: 512 },
        ...{ minSilenceDuration: 0.03, minSpeechDuration: 0.03, maxSpeechDuration: 120 },
      },
      ...{ sampleRate: modelRate, numThreads: 1, provider: "cpu", debug: 0 },
    },
    vadBuffer,
  );

function decode(sentence: Sentence): string {
  const { stream } = sentence;
  while (recogniser.isReady(stream)) recogniser.decode(stream);
  return recogniser.getResult(stream).text;
}

function hear(id: number, samples: Int16Array): void {
  const sentence = sentences.get(id) ?? { stream: recogniser.createStream(), text: "" };
  sentences.set(id, sentence);
  sentence.stream.acceptWaveform({ samples: floats(samples), sampleRate: lineRate });
  const text = decode(sentence);
  if (text !== sentence.text) tell({ do: "guess", id, text });
  sentence.text = text;
}

function finish(id: number): void {
  const sentence = sentences.get(id);
  sentences.delete(id);
  if (!sentence) return tell({ do: "text", id, text: "" });
  const { stream } = sentence;
  stream.acceptWaveform({ samples: new Float32Array(tail * lineRate), sampleRate: lineRate });
  stream.inputFinished();
  tell({ do: "text", id, text: decode(sentence) });
}

function judge(id: number, frame: Int16Array): void {
  const line = lines.get(id) ?? { vad: detector(model.vad!), upsample: createUpsampler() };
  lines.set(id, line);
  line.vad.acceptWaveform(floats(line.upsample(frame)));
  while (!line.vad.isEmpty()) line.vad.pop();
  tell({ do: "voiced", id, voiced: line.vad.isDetected() });
}

process.on("message", (asked: Asked) => {
  switch (asked.do) {
    case "load":
      return void load(asked.model, asked.module);
    case "hear":
      return hear(asked.id, asked.samples);
    case "finish":
      return finish(asked.id);
    case "drop":
      return void sentences.delete(asked.id);
    case "judge":
      return judge(asked.id, asked.frame);
    case "leave":
      return void lines.delete(asked.id);
  }
});
process.on("disconnect", () => process.exit(0));
