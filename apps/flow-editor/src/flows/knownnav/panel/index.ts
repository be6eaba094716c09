/** The property panel of the flow editor: of a node, of a sub-process, of the flow as a whole. */
export { settleNow } from "./held.ts";
export { FlowPanel } from "./flow-panel.tsx";
export { NodePanel } from "./node-panel.tsx";
export { SubPanel } from "./sub-panel.tsx";
export { useEngines, useSurroundings } from "./surroundings.ts";
