import { understandingTabs } from "@liantai/api/contract/flow-editor";
import { panesOf } from "@liantai/ui";

export const understandingPanes = panesOf(
  understandingTabs,
  (screen) => import(/* webpackMode: "lazy-once", webpackChunkName: "understanding" */ `./${screen}/screen.tsx`),
);
