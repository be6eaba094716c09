/** What graphs of nodes that are drawn by hand share, over @xyflow/react: a bundle of its own, loaded with the screens that draw one. */
export { CardSign, cardPoint } from "./card.tsx";
export { canvasKeys, canvasWords } from "./settings.ts";
export { CanvasTools } from "./tools.tsx";
export { useDragOut } from "./drag-out.ts";
export { isTyped, partAt } from "./keys.ts";
export { useKept } from "./kept.ts";
export { useNodeChanges, type Point } from "./node-changes.ts";
export { FarContext, FarPoint, placeOf, useFar, useIsFar } from "./places.tsx";
export { canvasColors, CanvasStyles } from "./styles.tsx";
