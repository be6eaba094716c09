/** What is used of the package sherpa-onnx-node (its streaming-asr.js, vad.js and types.js, version 1.13.8). Samples are -1 to 1. */

interface Wave {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

export interface OnlineStream {
  acceptWaveform(wave: Wave): void;
  inputFinished(): void;
}

export interface OnlineRecognizerConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly modelConfig: {
    readonly transducer?: { readonly encoder: string; readonly decoder: string; readonly joiner: string };
    readonly paraformer?: { readonly encoder: string; readonly decoder: string };
    readonly tokens: string;
    readonly numThreads: number;
    readonly provider: string;
    readonly debug: number;
  };
  readonly decodingMethod: string;
  readonly enableEndpoint: number;
}

export interface OnlineRecognizer {
  createStream(): OnlineStream;
  isReady(stream: OnlineStream): boolean;
  decode(stream: OnlineStream): void;
  getResult(stream: OnlineStream): { readonly text: string };
}

export interface VadConfig {
  readonly sileroVad: {
    readonly model: string;
    readonly threshold: number;
    /** Seconds. */
    readonly minSilenceDuration: number;
    readonly minSpeechDuration: number;
    readonly maxSpeechDuration: number;
    readonly windowSize: number;
  };
  readonly sampleRate: number;
  readonly numThreads: number;
  readonly provider: string;
  readonly debug: number;
}

export interface Vad {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  isEmpty(): boolean;
  pop(): void;
}

export interface SherpaModule {
  readonly OnlineRecognizer: new (config: OnlineRecognizerConfig) => OnlineRecognizer;
  readonly Vad: new (config: VadConfig, bufferSizeInSeconds: number) => Vad;
}
