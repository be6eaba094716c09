import { latePart } from "./late.ts";

export const taskPrompt = latePart(() => import("./task-prompt.tsx"));
