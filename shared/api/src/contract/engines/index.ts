/** Area 'engines': speech engines, and which enterprise uses which. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { engineAllotApi } from "./allotment.ts";
import { engineApi } from "./engines.ts";

export * from "./allotment.ts";
export * from "./engines.ts";
export * from "./providers.ts";

const row = rowsOf("flow-editor", "flow-editor");

export const enginesTabs = [row("/enginemanage", "引擎管理", "O"), row("/allocationEngine", "引擎分配", "O")];

export const enginesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: enginesTabs,
  resources: [engineApi, engineAllotApi],
  logWords: {
    objects: { engine: "语音引擎", engineAllot: "引擎分配" },
    fields: {
      provider: "引擎类型",
      allowsPrivate: "允许内网地址",
      keySealed: "密钥",
      voices: "发音人",
      timeoutMs: "超时毫秒数",
      "engineAllot.tts": "语音合成引擎",
      "engineAllot.asr": "语音识别引擎",
    },
  },
}));
