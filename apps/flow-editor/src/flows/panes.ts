import { flowsTabs } from "@liantai/api/contract/flow-editor";
import { panesOf } from "@liantai/ui";

/** A chunk a screen: only the editor loads the graph. */
export const flowsPanes = panesOf(flowsTabs, (screen) => import(`./${screen}/screen.tsx`));
