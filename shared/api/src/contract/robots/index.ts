/** Area 'robots': the robot lines that operators give, and an enterprise's robots. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { digitalHumanApi, robotAgentApi, robotPictureApi } from "./agents.ts";
import { robotWords } from "./log-words.ts";
import { robotTakeOver } from "./live.ts";
import { robotMonitorApi } from "./monitor.ts";
import { robotRecordApi } from "./records.ts";
import { robotApi } from "./robots.ts";

export * from "./agents.ts";
export * from "./live.ts";
export * from "./monitor.ts";
export * from "./records.ts";
export * from "./robots.ts";

const row = rowsOf("flow-editor", "flow-editor");

export const robotsTabs = [
  row("/robotmanage", "机器人管理", "O"),
  row("/robotList", "机器人列表", "A"),
  row("/robotmonitor", "机器人监控", "AM"),
];

export const robotsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: robotsTabs,
  resources: [robotApi, robotAgentApi, digitalHumanApi, robotPictureApi, robotRecordApi, robotMonitorApi],
  buttons: {
    "/robotList": crudButtons("robotAgent", ["A"]),
    "/robotmonitor": [
      { code: robotTakeOver, name: "接管", who: ["A", "M"] },
      // Of the area flows: this is the one of its app that supervisors have.
      { code: "lookUpTable.edit", name: "编辑查找表", who: ["A", "M"] },
      { code: "sharedPrompt.edit", name: "编辑共享话术", who: ["A", "M"] },
    ],
  },
  logWords: robotWords,
}));
