import type { LogWords } from "../area.ts";

export const robotWords: LogWords = { objects: { robot: "机器人线路" } };
