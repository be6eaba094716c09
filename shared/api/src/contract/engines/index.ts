/** Area 'engines': speech engines, and which enterprise uses which. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { engineAllotApi } from "./allotment.ts";
import { engineApi } from "./engines.ts";
import { engineWords } from "./log-words.ts";

export * from "./allotment.ts";
export * from "./engines.ts";
export * from "./providers.ts";

const row = rowsOf("flow-editor", "flow-editor");

export const enginesTabs = [row("/enginemanage", "引擎管理", "O"), row("/allocationEngine", "引擎分配", "O")];

export const enginesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: enginesTabs,
  resources: [engineApi, engineAllotApi],
  logWords: engineWords,
}));
