/** Area 'robots': the robot lines that operators give, and an enterprise's robots. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { robotAgentApi } from "./agents.ts";
import { robotWords } from "./log-words.ts";
import { robotApi } from "./robots.ts";

export * from "./agents.ts";
export * from "./robots.ts";

const row = rowsOf("flow-editor", "flow-editor");

export const robotsTabs = [row("/robotmanage", "机器人管理", "O"), row("/robotList", "机器人列表", "A")];

export const robotsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: robotsTabs,
  resources: [robotApi, robotAgentApi],
  buttons: { "/robotList": crudButtons("robotAgent", ["A"]) },
  logWords: robotWords,
}));
