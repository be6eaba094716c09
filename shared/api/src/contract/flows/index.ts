/** Area 'flows': flows of calls: their life, their tests, audition. */
import { defineArea } from "../area.ts";
import type { TabRow } from "../tab-row.ts";

export const flowsTabs: readonly TabRow[] = [];

export const flowsArea = /* #__PURE__ */ defineArea(() => ({ tabs: flowsTabs, resources: [] }));
