/**
 * Speaks the API of sherpa-onnx-node as its documentation and its own files have it, for tests: no weights come with any package. Its
 * encoder.onnx says how sentences sound instead, so that it hears what really came over the line; its detector judges by loudness.
 */
import { readFileSync } from "node:fs";
import type {
  OnlineRecognizerConfig,
  OnlineStream,
  SherpaModule,
  VadConfig,
} from "../../adapters/production/speech/sherpa/module.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";

class Stream implements OnlineStream {
  readonly rates = new Set<number>();
  readonly samples: number[] = [];
  finished = false;
  /** Samples that were decoded. */
  decoded = 0;

  acceptWaveform({ samples, sampleRate }: { readonly samples: Float32Array; readonly sampleRate: number }): void {
    if (this.finished) throw new Error("the input is finished");
    this.rates.add(sampleRate);
    for (const sample of samples) this.samples.push(sample);
  }

  inputFinished(): void {
    this.finished = true;
  }
}

class OnlineRecognizer {
  readonly #lexicon: Lexicon;

  constructor({ modelConfig: { transducer, tokens, provider }, featConfig }: OnlineRecognizerConfig) {
    if (!transducer || !tokens || provider !== "cpu" || featConfig.sampleRate !== 16_000)
      throw new Error("Please check your config!");
    const content = readFileSync(transducer.encoder).subarray(1).toString();
    // The original ends the process over such a file.
    if (!content.startsWith("[")) {
      process.stderr.write(
        `terminate called\n  what():  Load model from ${transducer.encoder} failed:Protobuf parsing failed.\n`,
      );
      process.exit(134);
    }
    const sounds = new Map<string, Int16Array[]>();
    for (const [text, samples] of JSON.parse(content) as [string, number[]][])
      sounds.set(text, [...(sounds.get(text) ?? []), Int16Array.from(samples)]);
    this.#lexicon = createLexicon(sounds);
  }

  createStream(): Stream {
    return new Stream();
  }

  /** As a streaming model: a piece of so many windows at a time. */
  isReady({ samples, decoded }: Stream): boolean {
    return samples.length - decoded >= 2_560;
  }

  decode(stream: Stream): void {
    stream.decoded += 2_560;
  }

  getResult({ samples, finished, rates }: Stream): { readonly text: string } {
    if (!finished) return { text: samples.length > 4_000 ? "嗯" : "" };
    const right = rates.size === 1 && rates.has(8_000);
    // The silence that a streaming model is given after a sentence is none of it.
    const spoken = samples.slice(0, samples.findLastIndex((sample) => Math.abs(sample) > 0.01) + 1);
    const text = right ? this.#lexicon(Int16Array.from(spoken, (sample) => Math.round(sample * 32_768))) : "";
    return { text: [...text].join(" ") };
  }
}

class Vad {
  readonly #windowSize: number;
  #rest: number[] = [];
  #detected = false;
  #found = 0;

  constructor({ sampleRate, sileroVad }: VadConfig) {
    if (sampleRate !== 16_000) process.exit(255);
    readFileSync(sileroVad.model);
    this.#windowSize = sileroVad.windowSize;
  }

  acceptWaveform(samples: Float32Array): void {
    this.#rest.push(...samples);
    while (this.#rest.length >= this.#windowSize) {
      const window = this.#rest.splice(0, this.#windowSize);
      const loud = Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / window.length) > 0.005;
      if (this.#detected && !loud) this.#found += 1;
      this.#detected = loud;
    }
  }

  isDetected(): boolean {
    return this.#detected;
  }

  isEmpty(): boolean {
    return this.#found === 0;
  }

  pop(): void {
    this.#found -= 1;
  }
}

export default { OnlineRecognizer, Vad } as unknown as SherpaModule;
