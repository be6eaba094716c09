/** Which kinds of speech engine there are. */

export const engineKinds = { tts: "语音合成", asr: "语音识别" } as const;
export type EngineKind = keyof typeof engineKinds;

/** Built in: part of every installation, with a row that nobody deletes. */
export const engineProviders = {
  espeak: { kind: "tts", label: "内置合成（espeak-ng）", builtIn: true },
  grammar: { kind: "asr", label: "内置短语识别", builtIn: true },
  typed: { kind: "asr", label: "文字输入", builtIn: true },
  http: { kind: "tts", label: "HTTP语音合成", builtIn: false },
  funasr: { kind: "asr", label: "FunASR（WebSocket）", builtIn: false },
  vosk: { kind: "asr", label: "Vosk（WebSocket）", builtIn: false },
} as const satisfies Record<string, { readonly kind: EngineKind; readonly label: string; readonly builtIn: boolean }>;
export type EngineProvider = keyof typeof engineProviders;
export type OutsideProvider = {
  [K in EngineProvider]: (typeof engineProviders)[K]["builtIn"] extends true ? never : K;
}[EngineProvider];

export const isEngineProvider = (text: string): text is EngineProvider => Object.hasOwn(engineProviders, text);
/** Those that an operator adds. */
export const outsideProviders = Object.keys(engineProviders)
  .filter(isEngineProvider)
  .filter((provider) => !engineProviders[provider].builtIn);

/** Ids of the rows of built-in engines. */
export const builtInEngines = { tts: "espeak", asr: "grammar", typed: "typed" } as const;
