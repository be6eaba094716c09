/** What the operation log calls the things of this area; the filter of 操作日志 offers them too. */
import type { LogWords } from "../area.ts";

export const robotWords: LogWords = { objects: { robot: "机器人线路" } };
