/** Area 'voices': voice files and where they are used (screens.md, 语音管理). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { voiceResourceApi } from "./uses.ts";
import { voiceApi } from "./voices.ts";

export * from "./uses.ts";
export * from "./voices.ts";

export const voicesEndpoints: readonly Endpoint[] = [voiceApi, voiceResourceApi].flatMap((api) =>
  Object.values<Endpoint>(api),
);

export const voicesButtons: PageButtons = {
  "/voicemanage": [...crudButtons("voice", ["A"]), { code: "voice.allot", name: "分配", who: ["A"] }],
};
