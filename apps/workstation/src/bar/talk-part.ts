import { latePart } from "./late.ts";

/** The tools of a talk: a chunk that comes with the first talk. */
export const talkTools = latePart(() => import("./talk-tools.tsx"));
