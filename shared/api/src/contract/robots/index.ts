/** Area 'robots': the robot lines that operators give, an enterprise's robots, and their calls. */
import { defineArea } from "../area.ts";
import type { TabRow } from "../tab-row.ts";
import { robotWords } from "./log-words.ts";
import { robotApi } from "./robots.ts";

export * from "./robots.ts";

export const robotsTabs: readonly TabRow[] = [];

export const robotsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: robotsTabs,
  resources: [robotApi],
  logWords: robotWords,
}));
