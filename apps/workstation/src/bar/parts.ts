/** The bar's chunks: the desk's first load holds none of them. */
import { latePart } from "./late.ts";

/** With the first talk. */
export const talkTools = latePart(() => import("./talk-tools.tsx"));
/** With the first press on 咨询 or 转接: most calls need none of it. */
export const targetPanel = latePart(() => import("./target-panel.tsx"));
