/** Area 'voices': voice files and where they are used (screens.md, 语音管理). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { voiceResourceApi } from "./uses.ts";
import { voiceApi } from "./voices.ts";

export * from "./uses.ts";
export * from "./voices.ts";

const row = rowsOf("admin", "call-centre");

export const voicesTabs = [row("/voicemanage", "语音管理", "A")];

export const voicesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: voicesTabs,
  resources: [voiceApi, voiceResourceApi],
  buttons: {
    "/voicemanage": [...crudButtons("voice", ["A"]), { code: "voice.allot", name: "分配", who: ["A"] }],
  },
  logWords: {
    objects: { voice: "语音", voiceResource: "语音资源" },
    fields: { durationMs: "毫秒数", characters: "字数" },
  },
}));
