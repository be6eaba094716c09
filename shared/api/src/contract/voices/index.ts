/** Area 'voices': voice files and where they are used (screens.md, 语音管理). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { suspendTargetApi } from "./suspend-targets.ts";
import { voiceResourceApi } from "./uses.ts";
import { voiceApi } from "./voices.ts";

export * from "./suspend-targets.ts";
export * from "./uses.ts";
export * from "./voices.ts";

const row = rowsOf("admin", "call-centre");

export const voicesTabs = [row("/voicemanage", "语音管理", "A"), row("/suspendtarget", "挂起转目标", "A")];

export const voicesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: voicesTabs,
  resources: [voiceApi, voiceResourceApi, suspendTargetApi],
  buttons: {
    "/voicemanage": [...crudButtons("voice", ["A"]), { code: "voice.allot", name: "分配", who: ["A"] }],
    "/suspendtarget": crudButtons("suspendTarget", ["A"]),
  },
  logWords: {
    objects: { voice: "语音", voiceResource: "语音资源", suspendTarget: "挂起转目标" },
    fields: { durationMs: "毫秒数", characters: "字数", leastDigits: "最少位数", mostDigits: "最多位数" },
  },
}));
