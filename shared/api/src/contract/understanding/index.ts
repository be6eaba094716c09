/** Area 'understanding': what a sentence means: rules, classes of inner knowledge, learning, intentions. */
import { defineArea } from "../area.ts";
import type { TabRow } from "../tab-row.ts";

export * from "./limits.ts";

export const understandingTabs: readonly TabRow[] = [];

export const understandingArea = /* #__PURE__ */ defineArea(() => ({ tabs: understandingTabs, resources: [] }));
