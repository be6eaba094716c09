/** Which kinds of speech engine there are. */

export const engineKinds = { tts: "语音合成", asr: "语音识别" } as const;
export type EngineKind = keyof typeof engineKinds;

interface Provider {
  readonly kind: EngineKind;
  readonly label: string;
  /** Part of every installation: its row is not deleted, and has no address. */
  readonly builtIn: boolean;
  /** Beginnings of its address; none: it is part of every installation, or lies in a folder. */
  readonly schemes: readonly string[];
  /** Its address is the name of a folder of SPEECH_MODELS. */
  readonly folder?: true;
  /** What an operator has to know. */
  readonly note: string;
}

export const engineProviders = {
  espeak: {
    kind: "tts",
    label: "内置合成（espeak-ng）",
    builtIn: true,
    schemes: [],
    note: "随系统安装，机械音，适合演示和兜底",
  },
  grammar: {
    kind: "asr",
    label: "内置短语识别",
    builtIn: true,
    schemes: [],
    note: "只能分辨流程中给出的短语，拿内置合成的声音作比对，不能识别真人讲话；供演示和流程测试使用，正式使用请接入识别引擎",
  },
  typed: { kind: "asr", label: "文字输入", builtIn: true, schemes: [], note: "以键入的文字代替讲话，用于试听和测试" },
  http: {
    kind: "tts",
    label: "HTTP语音合成",
    builtIn: false,
    schemes: ["http:", "https:"],
    note: "以POST发送JSON，返回wav或mp3",
  },
  funasr: {
    kind: "asr",
    label: "FunASR（WebSocket）",
    builtIn: false,
    schemes: ["ws:", "wss:"],
    note: "FunASR运行服务的2pass模式",
  },
  vosk: {
    kind: "asr",
    label: "Vosk（WebSocket）",
    builtIn: false,
    schemes: ["ws:", "wss:"],
    note: "vosk-server的WebSocket服务",
  },
  sherpa: {
    kind: "asr",
    label: "sherpa-onnx（模型文件夹）",
    builtIn: false,
    schemes: [],
    folder: true,
    note:
      "在服务器本机识别，使用模型目录（SPEECH_MODELS）中的流式zipformer或paraformer模型；" +
      "文件夹中有silero_vad.onnx时用它判断是否有人说话",
  },
} as const satisfies Record<string, Provider>;
export type EngineProvider = keyof typeof engineProviders;

export const isEngineProvider = (text: string): text is EngineProvider => Object.hasOwn(engineProviders, text);
export const providerOf = (provider: EngineProvider): Provider => engineProviders[provider];
/** Those that an operator adds. */
export const outsideProviders: readonly EngineProvider[] = Object.keys(engineProviders)
  .filter(isEngineProvider)
  .filter((provider) => !engineProviders[provider].builtIn);
