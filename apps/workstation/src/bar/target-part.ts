import { latePart } from "./late.ts";

/** Whom to ask or to send the call to: a chunk that comes with the first press, for most calls need none of it. */
export const targetPanel = latePart(() => import("./target-panel.tsx"));
