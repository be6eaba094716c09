/** Area 'robots': the robot lines that operators give. Its screens are planned. */
import { defineArea } from "../area.ts";
import { robotApi } from "./robots.ts";

export * from "./robots.ts";

export const robotsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  resources: [robotApi],
  logWords: { objects: { robot: "机器人线路" } },
}));
