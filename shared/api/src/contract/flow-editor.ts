/** The contract of the app flow-editor: its areas, and the general parts their screens are made of. One bundle, with the app. */
import type { Area } from "./area.ts";
import { enginesArea } from "./engines/index.ts";
import { flowsArea } from "./flows/index.ts";
import { robotsArea } from "./robots/index.ts";
import { understandingArea } from "./understanding/index.ts";

export * from "./parts.ts";
export * from "./engines/index.ts";
export * from "./flows/index.ts";
export * from "./robots/index.ts";
export * from "./understanding/index.ts";

export const flowEditorAreas: readonly Area[] = [flowsArea, robotsArea, enginesArea, understandingArea];
