/** What the operation log calls the things of this area; the filter of 操作日志 offers them too. */
import type { LogWords } from "../area.ts";

export const engineWords: LogWords = {
  objects: { engine: "语音引擎", engineAllot: "引擎分配" },
  fields: {
    provider: "引擎类型",
    allowsPrivate: "允许内网地址",
    keySealed: "密钥",
    "engine.voices": "发音人",
    timeoutMs: "超时毫秒数",
    "engineAllot.tts": "语音合成引擎",
    "engineAllot.asr": "语音识别引擎",
  },
};
