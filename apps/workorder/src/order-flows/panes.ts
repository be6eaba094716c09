import { orderFlowsTabs } from "@liantai/api/contract/workorder";
import { panesOf } from "@liantai/ui";

/** A chunk a screen: only the designer loads the graph. */
export const orderFlowsPanes = panesOf(orderFlowsTabs, (screen) => import(`./${screen}/screen.tsx`));
