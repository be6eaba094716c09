/**
 * Everything the manifests of all areas say: the server registers exactly these endpoints, /openapi.json lists them, the role matrix tries
 * them; the menu has exactly these pages and buttons. For the server and its tests: a page that imported it would load the whole contract.
 */
import { adminAreas } from "./admin.ts";
import { buttonsOf, endpointsOf, logWordsOf, type Area } from "./area.ts";
import { coreArea } from "./core/index.ts";
import { flowEditorAreas } from "./flow-editor.ts";
import { imAreas } from "./im.ts";
import { plannedTabs } from "./planned.ts";
import type { TabRow } from "./tab-row.ts";
import { tabs } from "./tabs.ts";
import { workorderAreas } from "./workorder.ts";

export const areas: readonly Area[] = [coreArea, ...adminAreas, ...workorderAreas, ...flowEditorAreas, ...imAreas];

export const allEndpoints = endpointsOf(areas);
export const allButtons = buttonsOf(areas);
export const logWords = logWordsOf(areas);
/** Every route of screens.md, ready or not. */
export const allTabs: readonly TabRow[] = [...tabs, ...plannedTabs];
