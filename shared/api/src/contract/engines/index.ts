/** Area 'engines': speech engines, and which enterprise uses which. */
import { defineArea } from "../area.ts";
import type { TabRow } from "../tab-row.ts";

export * from "./providers.ts";

export const enginesTabs: readonly TabRow[] = [];

export const enginesArea = /* #__PURE__ */ defineArea(() => ({ tabs: enginesTabs, resources: [] }));
